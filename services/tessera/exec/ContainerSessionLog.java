package tessera.exec;

import tessera.exec.ContainerExecForwardClient.ContainerPermissionKind;
import tessera.model.ContainerExitNotation;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** A log of exec, copy and port-forward sessions: operation, pod, start and end, never the transmitted data. */
public interface ContainerSessionLog {

    /** The kind of a session. */
    enum ContainerSessionKind {
        TERMINAL("terminal"),
        COMMAND("exec"),
        FORWARD("port-forward"),
        COPY("copy");

        private final String verb;

        ContainerSessionKind(String verb) {
            this.verb = verb;
        }

        public String verb() {
            return verb;
        }
    }

    /** The result of a session. */
    enum SessionResult {
        DONE,
        FAILED,
        /** Before it was done, because somebody wanted it so. */
        CANCELLED
    }

    /** A log entry of a session that has begun. */
    @FunctionalInterface
    interface SessionEndRecorder {

        /**
         * Notes that the session has ended. Nothing is waited for.
         *
         * @param detail what went wrong; empty when nothing did
         */
        void end(SessionResult result, String detail);

        /** Notes that the command has ended. */
        default void end(ExecExitStatus exitStatus) {
            switch (exitStatus) {
                case ExecExitStatus.ProcessExit(int code) ->
                    end(SessionResult.DONE, code == 0 ? "" : ContainerExitNotation.exitText(code));
                case ExecExitStatus.ExecStartFailure(var problem) -> end(SessionResult.FAILED, problem.problemText());
                case ExecExitStatus.ExecConnectionLoss(var problem) -> end(SessionResult.FAILED, problem.problemText());
                case ExecExitStatus.UserClosedSession _ -> end(SessionResult.DONE, "");
            }
        }
    }

    /**
     * Notes that a session begins, before it does. Waits for the disk and for the server.
     *
     * @param text what, as a sentence
     * @throws ProblemException when it cannot be noted, and must not begin therefore
     */
    SessionEndRecorder begin(ContainerSessionKind kind, ObjectRef pod, String text)
            throws ProblemException, InterruptedException;

    /** Notes that a session was refused before it began. */
    void refuse(ContainerSessionKind kind, ObjectRef pod, String text, Problem problem) throws InterruptedException;

    /**
     * Requires that nothing known in advance forbids a session.
     *
     * @throws ProblemException when something does, which is noted
     */
    default void requireAllowed(ContainerExecForwardClient containerAccess, ContainerSessionKind kind, ObjectRef pod,
            String text) throws ProblemException, InterruptedException {
        var objection = containerAccess.findRefusal(pod,
                kind == ContainerSessionKind.FORWARD ? ContainerPermissionKind.PORT_FORWARD
                        : ContainerPermissionKind.EXEC);
        if (objection.isPresent()) {
            refuse(kind, pod, text, objection.get());
            throw new ProblemException(objection.get());
        }
    }
}
