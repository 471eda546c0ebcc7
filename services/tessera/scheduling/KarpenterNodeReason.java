package tessera.scheduling;

import java.time.Duration;
import java.util.Optional;
import tessera.text.Reason;

/** The reason why a machine that Karpenter requested is no usable node yet. */
sealed interface KarpenterNodeReason extends Reason {

    /**
     * A machine that Karpenter requested but that is not launched.
     *
     * @param message Karpenter's message; may be empty
     */
    record MachineNotLaunched(String claim, Optional<Duration> age, String message) implements KarpenterNodeReason {}

    record MachineNotJoined(String claim, Optional<Duration> age, String message) implements KarpenterNodeReason {}

    /**
     * A Karpenter node that joined but is not initialized.
     *
     * @param resource the resource that the node does not offer; empty where it lacks something else
     */
    record NodeNotInitialized(String claim, String node, String resource, Optional<Duration> age,
            String message) implements KarpenterNodeReason {}
}
