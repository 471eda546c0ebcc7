package tessera.exec;

import java.util.List;
import tessera.model.ObjectRef;

/**
 * A command that is to run in a container.
 *
 * @param command the program and its arguments; no shell reads them
 * @param stdin   whether something will be typed
 * @param tty     whether it is to run on a terminal, which then has its errors among its output
 */
public record ExecWish(ObjectRef pod, String container, List<String> command, boolean stdin, boolean tty) {

    public ExecWish {
        command = List.copyOf(command);
    }

    /** A command on a terminal that somebody types at. */
    public static ExecWish terminal(ObjectRef pod, String container, List<String> command) {
        return new ExecWish(pod, container, command, true, true);
    }

    /** The same place, another command. */
    public ExecWish running(List<String> other) {
        return new ExecWish(pod, container, other, stdin, tty);
    }
}
