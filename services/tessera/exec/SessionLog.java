package tessera.exec;

import tessera.exec.ContainerDoor.Use;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** Whoever notes what reaches into containers: what, where, when it began and ended, and never what was said. */
public interface SessionLog {

    /** What there is to note. */
    enum Kind {
        TERMINAL("terminal"),
        COMMAND("exec"),
        FORWARD("port-forward"),
        COPY("copy");

        private final String verb;

        Kind(String verb) {
            this.verb = verb;
        }

        public String verb() {
            return verb;
        }
    }

    /** How something that was noted ended. */
    enum Result {
        DONE,
        FAILED,
        /** Before it was done, because somebody wanted it so. */
        CANCELLED
    }

    /** Something that has begun. */
    @FunctionalInterface
    interface Note {

        /**
         * It has ended. Nothing is waited for.
         *
         * @param detail what went wrong; empty when nothing did
         */
        void end(Result result, String detail);

        /** A command has ended. */
        default void end(Ending ending) {
            switch (ending) {
                case Ending.Exited(int code) -> end(Result.DONE, code == 0 ? "" : "exit code " + code);
                case Ending.NotStarted(var why) -> end(Result.FAILED, why.sentence());
                case Ending.Lost(var why) -> end(Result.FAILED, why.sentence());
                case Ending.Closed _ -> end(Result.DONE, "");
            }
        }
    }

    /**
     * Notes that something begins, before it does. Waits for the disk and for the server.
     *
     * @param words what, as a sentence
     * @throws Failure when it cannot be noted, and must not begin therefore
     */
    Note begin(Kind kind, ObjectRef pod, String words) throws Failure, InterruptedException;

    /** Notes that something was refused before it began. */
    void refuse(Kind kind, ObjectRef pod, String words, Problem why) throws InterruptedException;

    /**
     * Lets something begin against which nothing speaks, as far as that can be known before.
     *
     * @throws Failure when something does, which is noted
     */
    default void admit(ContainerDoor door, Kind kind, ObjectRef pod, String words)
            throws Failure, InterruptedException {
        var objection = door.objection(pod, kind == Kind.FORWARD ? Use.PORT_FORWARD : Use.EXEC);
        if (objection.isPresent()) {
            refuse(kind, pod, words, objection.get());
            throw new Failure(objection.get());
        }
    }
}
