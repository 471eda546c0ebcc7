package tessera.exec;

import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** The way into the containers of a cluster. Each call waits for the server, so not for the FX thread. */
public interface ContainerAccess {

    /** What one may want of a pod that reaches into it. */
    enum AccessUse {
        EXEC("exec", "Running commands in a container"),
        PORT_FORWARD("portforward", "Forwarding ports of a pod");

        private final String subresource;
        private final String words;

        AccessUse(String subresource, String words) {
            this.subresource = subresource;
            this.words = words;
        }

        public String subresource() {
            return subresource;
        }

        /** Fit to begin a sentence. */
        public String words() {
            return words;
        }
    }

    /**
     * Why it cannot be done, as far as that can be known before: read-only mode, or what the server says of the user's
     * rights. Empty where nothing speaks against it.
     */
    Optional<Problem> objection(ObjectRef pod, AccessUse use) throws Failure, InterruptedException;

    /**
     * Starts a command and returns as soon as the server has begun with it; that the program does not exist is told to
     * the sink later.
     *
     * @throws Failure when the server refuses, or read-only mode does
     */
    ExecSession start(ExecWish wish, ExecSink sink) throws Failure, InterruptedException;

    /**
     * Dials a port of a pod. That nobody listens there is told to the ear later.
     *
     * @param port from 1 to 65535
     * @throws Failure when the server refuses, or read-only mode does
     */
    PortConnection dial(ObjectRef pod, int port, PortEar ear) throws Failure, InterruptedException;
}
