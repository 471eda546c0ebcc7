package tessera.exec;

import java.util.List;
import tessera.model.ObjectRef;

/**
 * A request to run a command in a container.
 *
 * @param command the program and its arguments; no shell reads them
 * @param stdin   whether something will be typed
 * @param tty     whether it is to run on a terminal, which then has its errors among its output
 */
public record ExecRequest(ObjectRef pod, String container, List<String> command, boolean stdin, boolean tty) {

    public ExecRequest {
        command = List.copyOf(command);
    }

    /** Requests a command with a terminal and standard input. */
    public static ExecRequest forTerminal(ObjectRef pod, String container, List<String> command) {
        return new ExecRequest(pod, container, command, true, true);
    }

    /** Returns the same request with another command. */
    public ExecRequest withCommand(List<String> other) {
        return new ExecRequest(pod, container, other, stdin, tty);
    }
}
