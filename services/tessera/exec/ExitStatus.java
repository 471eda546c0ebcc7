package tessera.exec;

import tessera.model.Problem;

/** The way in which a command in a container ended. */
public sealed interface ExitStatus {

    /** The process ended by itself. */
    record ProcessExited(int code) implements ExitStatus {}

    /** The process was never started, with the reason. */
    record NotStarted(Problem problem) implements ExitStatus {}

    /** The connection broke, so the fate of the process is unknown. */
    record ConnectionLost(Problem problem) implements ExitStatus {}

    /** The user closed the session. */
    record SessionClosed() implements ExitStatus {}
}
