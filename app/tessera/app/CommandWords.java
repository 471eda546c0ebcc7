package tessera.app;

import java.util.List;
import java.util.Set;

/**
 * What is seen of a command line before its options are read, which takes a tenth of what a start takes.
 *
 * @param words as they were said
 */
record CommandWords(List<String> words) {

    private static final Set<String> TEXTS = Set.of("--help", "-h", "--version", "-V");
    private static final List<String> SIMULATED = List.of(ClusterOptions.DEMO);

    CommandWords {
        words = List.copyOf(words);
    }

    /** Whether they are as menus say them: no options, or the one for the simulated cluster. */
    boolean asMenusSay() {
        return words.isEmpty() || simulated();
    }

    /** Whether nothing is said but that the simulated cluster is to be opened. */
    boolean simulated() {
        return words.equals(SIMULATED);
    }

    /** The commands of which the name is among them; one of them may be meant. */
    List<CommandRegistry.NamedCommand> commands() {
        return CommandRegistry.all().stream().filter(command -> words.contains(command.name())).toList();
    }

    /** Whether they seem to open a window: none names a command, and none asks for a text. */
    boolean openWindow() {
        return commands().isEmpty() && words.stream().noneMatch(TEXTS::contains);
    }
}
