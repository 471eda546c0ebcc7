package tessera.exec;

import tessera.model.Problem;

/** How a command in a container came to its end. */
public sealed interface ExitStatus {

    /** It ended by itself. */
    record ProcessExited(int code) implements ExitStatus {}

    /** It was never started, in the words of whoever should have. */
    record NotStarted(Problem why) implements ExitStatus {}

    /** What became of it is not known: nobody is connected to it any more. */
    record ConnectionLost(Problem why) implements ExitStatus {}

    /** The user closed it. */
    record SessionClosed() implements ExitStatus {}
}
