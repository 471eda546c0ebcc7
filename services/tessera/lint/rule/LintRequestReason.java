package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** A problem with a request for a resource. */
sealed interface LintRequestReason extends Reason {

    record SmallRequestPerGpu(String amount, String resource, long devices) implements LintRequestReason {}

    record SeveralShares(long count) implements LintRequestReason {}

    record PartialTpuHost(long count) implements LintRequestReason {}

    record SeveralGkeShares(long count) implements LintRequestReason {}

    record SeveralMigInstances() implements LintRequestReason {}

    record MigNameWithPlus() implements LintRequestReason {}

    record NoSuchMigProfile(String profile, List<String> similar) implements LintRequestReason {}

    record GaudiWithoutHugePages() implements LintRequestReason {}

    record SeveralMigProfiles(List<String> profiles) implements LintRequestReason {}

    record NeuronChipsAndCores() implements LintRequestReason {}

    record RdmaWithoutLock() implements LintRequestReason {}

    record MixedVendors(List<String> vendors) implements LintRequestReason {}

    record GpuWithMigInstance() implements LintRequestReason {}

    record GpuWithShare(String whole, String share) implements LintRequestReason {}

    record ProfilesNeverTogether(List<String> profiles) implements LintRequestReason {}

    record TpuWithoutSelector(List<String> labels) implements LintRequestReason {}

    record UserNamespaceWithGpu() implements LintRequestReason {}

    record UnknownVolume(String name) implements LintRequestReason {}

    record DuplicateMountPath(String path) implements LintRequestReason {}

    record InvalidContainerName(String name) implements LintRequestReason {}

    record RequestAboveLimit(String resource, String request, String limit) implements LintRequestReason {}

    record DeviceLimitMissing(String resource) implements LintRequestReason {}

    record HugePagesAlone() implements LintRequestReason {}

    record EphemeralResources() implements LintRequestReason {}

    record PodLevelDevice(String resource) implements LintRequestReason {}

    record WrongResourceName(String resource, String explanation,
            Optional<String> correct) implements LintRequestReason {}

    record UnqualifiedResource(String resource) implements LintRequestReason {}

    record InvalidRequestAmount(String amount, String resource, boolean bytes) implements LintRequestReason {}

    record FractionalDevice(String amount, String resource) implements LintRequestReason {}

    record ZeroDevices(String resource) implements LintRequestReason {}

    record TinyMemory(String amount) implements LintRequestReason {}

    record RequestAndLimitDiffer(String resource, String request, String limit) implements LintRequestReason {}

    record BurstableGpuPod(String resource, String request, String limit) implements LintRequestReason {}

    record NodeGpusImpossible(long whole, long divided, long count, String label,
            String resource) implements LintRequestReason {}

    record AllocatableAboveCapacity(String resource, String capacity) implements LintRequestReason {}
}
