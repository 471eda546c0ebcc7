package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tessera.model.NodeDraDevices;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;

/** A way in which a pod uses GPUs of its node, whether the scheduler counts it or not. */
public sealed interface PodGpuUse {

    /**
     * A request for extended resources.
     *
     * @param units devices, MIG instances or shares
     */
    record ExtendedResourceUse(long units) implements PodGpuUse {}

    /**
     * Devices that ResourceClaims allocate to it.
     *
     * @param claims  their names, in its namespace
     * @param devices that these hold, one for a claim of which that is not known
     */
    record ResourceClaimUse(List<String> claims, long devices) implements PodGpuUse {}

    /**
     * A part of a board that a scheduler gives by annotation, without a request.
     *
     * @param scheduler who reads the annotation, e.g. {@code KAI}
     * @param gpuCount    on how many boards
     * @param amount    e.g. {@code 0.5 GPU}, {@code 0.25 of 2 GPUs} or {@code 2000 MiB of a GPU}
     */
    record GpuFractionUse(String scheduler, long gpuCount, String amount) implements PodGpuUse {}

    /**
     * A KAI pod that requests a board for the pods with fractions of it, and computes nothing itself.
     *
     * @param group the label value that these pods share with it
     */
    record KaiReservationPodUse(String group) implements PodGpuUse {}

    /**
     * Devices that a container can access although nothing counts them.
     *
     * @param evidence the field that opens them, e.g. {@code NVIDIA_VISIBLE_DEVICES=all}
     */
    record UncountedDeviceAccess(String evidence) implements PodGpuUse {}

    /** Owners of pods that look after a node; they see its devices by design. */
    Set<String> NODE_AGENT_OWNERS = Set.of("DaemonSet", "Node");

    /**
     * Returns all ways of a pod, counted ones first; empty for a pod that uses no GPU.
     *
     * @param devices of its node: claims on devices other than GPUs do not count, those of which nothing is known do
     */
    static List<PodGpuUse> usesOf(PodSummary pod, NodeDraDevices devices, AcceleratorCatalog accelerators) {
        var uses = new ArrayList<PodGpuUse>();
        long units = accelerators.units(pod.requests());
        if (KaiGpuFraction.isReservation(pod)) {
            uses.add(new KaiReservationPodUse(pod.labels().getOrDefault(KaiGpuFraction.GROUP, "")));
        } else if (units > 0) {
            uses.add(new ExtendedResourceUse(units));
        }
        var claims = pod.claims().stream().filter(name -> claimedUnits(pod, name, devices).orElse(1) > 0).toList();
        if (!claims.isEmpty()) {
            uses.add(new ResourceClaimUse(claims,
                    claims.stream().mapToLong(name -> claimedUnits(pod, name, devices).orElse(1)).sum()));
        }
        fractionUse(pod).ifPresent(uses::add);
        if (uses.isEmpty() && !NODE_AGENT_OWNERS.contains(pod.owner().kind())) {
            uncountedEvidence(pod).map(UncountedDeviceAccess::new).ifPresent(uses::add);
        }
        return List.copyOf(uses);
    }

    /** Returns the number of GPUs, or parts of them, that a claim takes from others; empty if unknown. */
    private static OptionalLong claimedUnits(PodSummary pod, String claim, NodeDraDevices devices) {
        return devices.claims().stream().filter(
                each -> each.name().equals(claim) && each.namespace().equals(pod.namespace()) && each.isAllocated())
                .mapToLong(PodGpuUse::draGpuCount).findFirst();
    }

    private static long draGpuCount(ResourceClaim each) {
        return each.exclusiveDevices().filter(device -> DraGpuDriver.find(device.driver()).isPresent()).count();
    }

    private static Optional<GpuFractionUse> fractionUse(PodSummary pod) {
        return KaiGpuFraction.fromAnnotations(pod)
                .map(fraction -> new GpuFractionUse("KAI", fraction.gpus(), fraction.fractionText()));
    }

    private static Optional<String> uncountedEvidence(PodSummary pod) {
        var devices = pod.devices();
        if (!devices.visibleDevices().isEmpty()) {
            return Optional.of("NVIDIA_VISIBLE_DEVICES=" + devices.visibleDevices());
        }
        if (!devices.hostDevices().isEmpty()) {
            return Optional.of("hostPath " + String.join(", ", devices.hostDevices()));
        }
        if (!devices.runtimeClass().isEmpty()) {
            return Optional.of("runtimeClassName: " + devices.runtimeClass());
        }
        if (devices.privileged()) {
            return Optional.of("privileged: true");
        }
        return Optional.empty();
    }

    /** Returns what opens GPUs in particular to a pod of a DaemonSet: it may hold them open, although it takes none from others. */
    static Optional<UncountedDeviceAccess> agentUseOf(PodSummary pod) {
        // The whole of /dev is mounted by many that have no need of GPUs.
        boolean device = pod.devices().hostDevices().stream().anyMatch(path -> path.length() > "/dev/".length());
        boolean opens = device || !pod.devices().visibleDevices().isEmpty() || !pod.devices().runtimeClass().isEmpty();
        if (pod.owner().kind().equals("DaemonSet") && opens) {
            return uncountedEvidence(pod).map(UncountedDeviceAccess::new);
        }
        return Optional.empty();
    }

    /** Returns devices or parts of devices that it holds; a reservation holds what its fractions hold. */
    default long units() {
        return switch (this) {
            case ExtendedResourceUse(var units) -> units;
            case ResourceClaimUse(_, var devices) -> devices;
            case GpuFractionUse fraction -> fraction.gpuCount();
            case KaiReservationPodUse _ -> 1;
            case UncountedDeviceAccess _ -> 0;
        };
    }
}
