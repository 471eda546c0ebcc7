package tessera.exec;

import tessera.model.Problem;

/** How a command in a container came to its end. */
public sealed interface Ending {

    /** It ended by itself. */
    record Exited(int code) implements Ending {}

    /** It was never started, in the words of whoever should have. */
    record NotStarted(Problem why) implements Ending {}

    /** What became of it is not known: nobody is connected to it any more. */
    record Lost(Problem why) implements Ending {}

    /** The user closed it. */
    record Closed() implements Ending {}
}
