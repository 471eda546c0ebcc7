package tessera.scheduling;

import java.time.Duration;
import java.util.Optional;
import tessera.text.Reason;

/** The reason why a machine that Karpenter requested is no usable node yet. */
sealed interface KarpenterNodeReason extends Reason {

    /**
     * Machine not launched.
     *
     * @param message Karpenter's words; may be empty
     */
    record MachineNotLaunched(String claim, Optional<Duration> age, String message) implements KarpenterNodeReason {}

    record MachineNotJoined(String claim, Optional<Duration> age, String message) implements KarpenterNodeReason {}

    /**
     * Node not initialized.
     *
     * @param resource what the node does not offer; empty where it lacks something else
     */
    record NodeNotInitialized(String claim, String node, String resource, Optional<Duration> age, String message)
            implements
                KarpenterNodeReason {}
}
