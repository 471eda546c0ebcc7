package tessera.ui.terminal;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;

/**
 * Task of a terminal: pod, container, command.
 *
 * @param container empty for the one that is meant where nobody says
 * @param command   empty for a shell
 */
record TerminalTarget(ObjectRef pod, String container, List<String> command) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminalTarget.class);

    TerminalTarget {
        command = List.copyOf(command);
    }

    static TerminalTarget forShell(ObjectRef pod) {
        return new TerminalTarget(pod, "", List.of());
    }

    TerminalTarget withContainer(String other) {
        return new TerminalTarget(pod, other, command);
    }

    TerminalTarget withCommand(List<String> other) {
        return new TerminalTarget(pod, container, other);
    }

    boolean asksForShell() {
        return command.isEmpty();
    }

    /** Returns a title for a tab. */
    String tabTitle() {
        return (asksForShell() ? "" : String.join(" ", command) + " · ") + pod.name();
    }

    /** Returns a name for a file. */
    String fileName() {
        return String.join("-", Stream.concat(Stream.of(pod.name()), command.stream()).toList()).replace("--", "-");
    }

    /** Returns a sentence that describes the task. */
    String descriptionText(String in) {
        return MESSAGES.text(asksForShell() ? "task.shell" : "task.run", pod.namespace(), pod.name(), in,
                String.join(" ", command));
    }
}
