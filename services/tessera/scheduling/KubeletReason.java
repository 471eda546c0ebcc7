package tessera.scheduling;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.text.Reason;

/** The reason why a scheduled pod does not start or has stopped, as its kubelet reports it. */
sealed interface KubeletReason extends Reason {

    record MissingConfigMap(String name, String namespace) implements KubeletReason {}

    record MissingSecret(String name, String namespace) implements KubeletReason {}

    record MissingConfigKey(String key, String kind, String name) implements KubeletReason {}

    record MissingVolumeKey(String volume, String key) implements KubeletReason {}

    record UnknownRuntimeHandler(String node, String handler) implements KubeletReason {}

    record MissingToolkitBinary(String node, String path) implements KubeletReason {}

    record ToolkitBinaryNotExecutable(String node, String path) implements KubeletReason {}

    record PodNetworkFailed(String node) implements KubeletReason {}

    record PodSandboxFailed(String node) implements KubeletReason {}

    record VolumeAttachedElsewhere(String volume) implements KubeletReason {}

    record VolumeAttachFailed(String volume, String node) implements KubeletReason {}

    record MissingHostPath(String path, String type, String node) implements KubeletReason {}

    record VolumeMountFailed(String volume, String node) implements KubeletReason {}

    record VolumeMountTimeout(String volume, String node) implements KubeletReason {}

    record ClaimPreparationFailed(String node) implements KubeletReason {}

    record ImagePullRateLimited() implements KubeletReason {}

    record ImageRegistryUnreachable(String node) implements KubeletReason {}

    record ImagePullDenied() implements KubeletReason {}

    record ImageNotFound() implements KubeletReason {}

    record ImageArchitectureMismatch(String node) implements KubeletReason {}

    record InvalidImageReference() implements KubeletReason {}

    record ContainerMemoryExceeded() implements KubeletReason {}

    record MissingExecutable(String command) implements KubeletReason {}

    record ContainerStartFailed(String node) implements KubeletReason {}

    record ContainerExitUnknown() implements KubeletReason {}

    record ContainerExitedWithError(int exitCode) implements KubeletReason {}

    record ContainerEndedBySignal(int signal, int exitCode) implements KubeletReason {}

    record InitContainerRunning(String container, Duration age) implements KubeletReason {}

    record ImagePulling(String image, Duration age) implements KubeletReason {}

    /** An exit code that has a meaning by itself. */
    enum ContainerExit implements KubeletReason {
        COMPLETED(0),
        COMMAND_NOT_EXECUTABLE(126),
        COMMAND_NOT_FOUND(127),
        ABORTED(134),
        KILLED(137),
        SEGMENTATION_FAULT(139),
        TERMINATED(143),
        FAILED_OR_NODE_RESTARTED(255);

        private static final int SIGNALS = 128;
        private static final int LAST_SIGNAL = 64;

        private final int exitCode;

        ContainerExit(int exitCode) {
            this.exitCode = exitCode;
        }

        /** Returns the reason that an exit code stands for. */
        static KubeletReason reasonOf(int code) {
            Optional<KubeletReason> known = Stream.of(values()).filter(exit -> exit.exitCode == code)
                    .map(KubeletReason.class::cast).findFirst();
            return known.orElseGet(() -> code > SIGNALS && code <= SIGNALS + LAST_SIGNAL
                    ? new ContainerEndedBySignal(code - SIGNALS, code)
                    : new ContainerExitedWithError(code));
        }
    }
}
