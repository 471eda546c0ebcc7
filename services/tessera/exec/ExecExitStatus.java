package tessera.exec;

import tessera.model.Problem;

/** The way in which a command in a container ended. */
public sealed interface ExecExitStatus {

    /** The process ended by itself. */
    record ProcessExit(int code) implements ExecExitStatus {}

    /** The process was never started, with the reason. */
    record ExecStartFailure(Problem problem) implements ExecExitStatus {}

    /** The connection broke, so the fate of the process is unknown. */
    record ExecConnectionLoss(Problem problem) implements ExecExitStatus {}

    /** The user closed the session. */
    record UserClosedSession() implements ExecExitStatus {}
}
