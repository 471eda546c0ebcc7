package tessera.forward;

import java.time.Instant;
import tessera.model.ObjectRef;

/**
 * How it stands with a port that is forwarded.
 *
 * @param number      tells it from others of the same cluster
 * @param port        of the pod
 * @param local       the port on this machine
 * @param words       why it waits or ended, or what went wrong with the last connection; empty when there is nothing to say
 * @param connections that are open now
 * @param all         that there were
 * @param received    bytes that came from the pod
 * @param sent        bytes that went to it
 * @param since       when it began
 */
public record ForwardState(long number, ObjectRef pod, int port, int local, ForwardStage stage, String words,
        int connections,
        long all, long received, long sent, Instant since) {

    /** Where it is in its life. */
    public enum ForwardStage {
        /** Connections are taken and passed on. */
        READY("Ready"),
        /** The pod does not run at present. Connections are taken again as soon as it does. */
        WAITING("Waiting for the pod"),
        /** Nothing listens any more. */
        ENDED("Ended");

        private final String words;

        ForwardStage(String words) {
            this.words = words;
        }

        /** Fit for a cell. */
        public String words() {
            return words;
        }
    }

    /** Where it is reached on this machine. */
    public String address() {
        return PortForward.LOOPBACK + ":" + local;
    }
}
