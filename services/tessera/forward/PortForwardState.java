package tessera.forward;

import java.time.Instant;
import tessera.model.ObjectRef;

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
        String statusText,
        int connections,
        long totalConnections, long receivedBytes, long sentBytes, Instant since) {

    /** Never any other address: whoever reaches it acts by this user's rights. */
    static final String LOOPBACK = "127.0.0.1";

    /** The stage of a port forward. */
    public enum ForwardStage {
        /** Connections are taken and passed on. */
        READY("Ready"),
        /** The pod does not run at present. Connections are taken again as soon as it does. */
        WAITING("Waiting for the pod"),
        /** Nothing listens any more. */
        ENDED("Ended");

        private final String text;

        ForwardStage(String text) {
            this.text = text;
        }

        /** Returns the label for a table cell. */
        public String stageLabel() {
            return text;
        }
    }

    /** Returns the local address and port. */
    public String localAddress() {
        return LOOPBACK + ":" + localPort;
    }
}
