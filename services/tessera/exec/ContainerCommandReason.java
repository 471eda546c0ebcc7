package tessera.exec;

import java.util.List;
import tessera.text.Reason;

/** A reason why a command in a container gave no result. */
public sealed interface ContainerCommandReason extends Reason {

    /** The command did not end in time. */
    record CommandTimedOut(String command, long seconds) implements ContainerCommandReason {}

    /** The command printed more than is read. */
    record CommandOutputTooLarge(String command) implements ContainerCommandReason {}

    /** The command failed. */
    record CommandFailed(String command, int exitCode) implements ContainerCommandReason {}

    /** The container has none of the usual shells. */
    record ShellMissing(String container) implements ContainerCommandReason {}

    /** The shells that were tried, and what the last one failed with; empty where that is not known. */
    record ShellsTried(List<String> shells, String failure) implements ContainerCommandReason {}
}
