package tessera.forward;

import java.time.Instant;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;

/**
 * The state of a port forward.
 *
 * @param number      tells it from others of the same cluster
 * @param port        of the pod
 * @param localPort       the port on this machine
 * @param statusText       why it waits or ended, or what went wrong with the last connection; empty when there is nothing to say
 * @param connections that are open now
 * @param totalConnections         that there were
 * @param receivedBytes    bytes that came from the pod
 * @param sentBytes        bytes that went to it
 * @param since       when it began
 */
public record PortForwardState(long number, ObjectRef pod, int port, int localPort, ForwardStage stage,
        String statusText, int connections, long totalConnections, long receivedBytes, long sentBytes, Instant since) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortForwardState.class);

    /** Never any other address: whoever reaches it acts by this user's rights. */
    static final String LOOPBACK = "127.0.0.1";

    /** The stage of a port forward. */
    public enum ForwardStage {
        /** Connections are taken and passed on. */
        READY("stage.ready"),
        /** The pod does not run at present. Connections are taken again as soon as it does. */
        WAITING("stage.waiting"),
        /** Nothing listens any more. */
        ENDED("stage.ended");

        private final String key;

        ForwardStage(String key) {
            this.key = key;
        }

        /** Returns the label for a table cell. */
        public String stageLabel() {
            return MESSAGES.text(key);
        }
    }

    /** Returns the local address and port. */
    public String localAddress() {
        return LOOPBACK + ":" + localPort;
    }
}
