package tessera.ui.terminal;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;

/**
 * What a terminal is for.
 *
 * @param container empty for the one that is meant where nobody says
 * @param command   empty for a shell
 */
record TerminalTask(ObjectRef pod, String container, List<String> command) {

    TerminalTask {
        command = List.copyOf(command);
    }

    static TerminalTask shell(ObjectRef pod) {
        return new TerminalTask(pod, "", List.of());
    }

    TerminalTask in(String other) {
        return new TerminalTask(pod, other, command);
    }

    TerminalTask running(List<String> other) {
        return new TerminalTask(pod, container, other);
    }

    boolean asksForShell() {
        return command.isEmpty();
    }

    /** Fit for a tab. */
    String title() {
        return (asksForShell() ? "" : String.join(" ", command) + " · ") + pod.name();
    }

    /** Fit for a file. */
    String name() {
        return String.join("-", Stream.concat(Stream.of(pod.name()), command.stream()).toList()).replace("--", "-");
    }

    /** What it does, as a sentence. */
    String words(String in) {
        return "%s in %s%s/%s".formatted(asksForShell() ? "Open a shell" : "Run " + String.join(" ", command),
                in.isEmpty() ? "" : in + " of ", pod.namespace(), pod.name());
    }
}
