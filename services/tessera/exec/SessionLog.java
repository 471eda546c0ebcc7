package tessera.exec;

import tessera.exec.ContainerAccess.AccessUse;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** Whoever notes what reaches into containers: what, where, when it began and ended, and never what was said. */
public interface SessionLog {

    /** What there is to note. */
    enum SessionKind {
        TERMINAL("terminal"),
        COMMAND("exec"),
        FORWARD("port-forward"),
        COPY("copy");

        private final String verb;

        SessionKind(String verb) {
            this.verb = verb;
        }

        public String verb() {
            return verb;
        }
    }

    /** How something that was noted ended. */
    enum SessionResult {
        DONE,
        FAILED,
        /** Before it was done, because somebody wanted it so. */
        CANCELLED
    }

    /** Something that has begun. */
    @FunctionalInterface
    interface SessionNote {

        /**
         * It has ended. Nothing is waited for.
         *
         * @param detail what went wrong; empty when nothing did
         */
        void end(SessionResult result, String detail);

        /** A command has ended. */
        default void end(ExitStatus ending) {
            switch (ending) {
                case ExitStatus.ProcessExited(int code) ->
                    end(SessionResult.DONE, code == 0 ? "" : "exit code " + code);
                case ExitStatus.NotStarted(var why) -> end(SessionResult.FAILED, why.sentence());
                case ExitStatus.ConnectionLost(var why) -> end(SessionResult.FAILED, why.sentence());
                case ExitStatus.SessionClosed _ -> end(SessionResult.DONE, "");
            }
        }
    }

    /**
     * Notes that something begins, before it does. Waits for the disk and for the server.
     *
     * @param words what, as a sentence
     * @throws Failure when it cannot be noted, and must not begin therefore
     */
    SessionNote begin(SessionKind kind, ObjectRef pod, String words) throws Failure, InterruptedException;

    /** Notes that something was refused before it began. */
    void refuse(SessionKind kind, ObjectRef pod, String words, Problem why) throws InterruptedException;

    /**
     * Lets something begin against which nothing speaks, as far as that can be known before.
     *
     * @throws Failure when something does, which is noted
     */
    default void admit(ContainerAccess door, SessionKind kind, ObjectRef pod, String words)
            throws Failure, InterruptedException {
        var objection = door.objection(pod, kind == SessionKind.FORWARD ? AccessUse.PORT_FORWARD : AccessUse.EXEC);
        if (objection.isPresent()) {
            refuse(kind, pod, words, objection.get());
            throw new Failure(objection.get());
        }
    }
}
