package tessera.exec;

import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** Access to the containers of a cluster: exec and port forwarding. Each call waits for the server, so not for the FX thread. */
public interface ContainerExecForwardClient {

    /** An operation on the containers of a pod that needs a permission of its own. */
    enum ContainerPermissionKind {
        EXEC("exec"),
        PORT_FORWARD("portforward");

        private final String subresource;

        ContainerPermissionKind(String subresource) {
            this.subresource = subresource;
        }

        public String subresourceName() {
            return subresource;
        }
    }

    /**
     * Returns why an operation is not allowed, as far as is known in advance: read-only mode, or missing permissions of the user. Empty where nothing speaks against it.
     */
    Optional<Problem> findRefusal(ObjectRef pod, ContainerPermissionKind use)
            throws ProblemException, InterruptedException;

    /**
     * Starts a command and returns as soon as the server has begun with it; the listener is told later that the program does not exist.
     *
     * @throws ProblemException when the server refuses, or read-only mode does
     */
    ExecSession start(ExecRequest request, ExecOutputListener sink) throws ProblemException, InterruptedException;

    /**
     * Connects to a port of a pod. That nobody listens there is told to the ear later.
     *
     * @param port from 1 to 65535
     * @throws ProblemException when the server refuses, or read-only mode does
     */
    PodPortConnection dial(ObjectRef pod, int port, PortConnectionListener ear)
            throws ProblemException, InterruptedException;
}
