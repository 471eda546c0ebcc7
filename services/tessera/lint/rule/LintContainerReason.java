package tessera.lint.rule;

import tessera.text.Reason;

/** A problem with the image, variables or privileges of a container. */
sealed interface LintContainerReason extends Reason {

    record SmallSharedMemory(String container) implements LintContainerReason {}

    record VisibleDevicesSet(String value) implements LintContainerReason {}

    record CudaDevicesHidden() implements LintContainerReason {}

    record NcclLevelByNumber() implements LintContainerReason {}

    record FixedNcclInterface(String value) implements LintContainerReason {}

    record NcclTransportOff(String variable) implements LintContainerReason {}

    record HostIpcForSharedMemory() implements LintContainerReason {}

    record UnneededHostNamespace(String field) implements LintContainerReason {}

    record PrivilegedContainer() implements LintContainerReason {}

    record StrongCapability(String capability) implements LintContainerReason {}

    record EscalationPossible(String container) implements LintContainerReason {}

    record UnreadableImageName(String image, String problem) implements LintContainerReason {}

    record CapitalRegistryName(String registry) implements LintContainerReason {}

    record UntaggedImage(String image) implements LintContainerReason {}

    record FloatingImageTag(String image) implements LintContainerReason {}

    record KilledWhileLoading(String container, long seconds) implements LintContainerReason {}
}
