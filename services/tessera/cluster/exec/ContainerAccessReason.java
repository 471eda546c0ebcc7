package tessera.cluster.exec;

import tessera.exec.ContainerExecForwardClient.ContainerPermissionKind;
import tessera.text.Reason;

/** A reason why a container cannot be reached, or a command in it did not run. */
public sealed interface ContainerAccessReason extends Reason {

    /** Read-only mode allows no access to containers. */
    record ContainerAccessReadOnly(ContainerPermissionKind use) implements ContainerAccessReason {}

    /** The user has no permission. */
    record ContainerAccessDenied(String access) implements ContainerAccessReason {}

    /** The connection ended before the command did. */
    record ExecConnectionCut() implements ContainerAccessReason {}

    /** The server did not report the exit code. */
    record ExitStatusMissing() implements ContainerAccessReason {}

    /** The container has no such program. */
    record ProgramMissing(String program) implements ContainerAccessReason {}

    /** The container runtime could not start the command. */
    record CommandStartFailed() implements ContainerAccessReason {}

    /** The pod does not accept connections to the port. */
    record PodPortUnreachable() implements ContainerAccessReason {}
}
