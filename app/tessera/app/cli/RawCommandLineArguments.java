package tessera.app.cli;

import java.util.List;
import java.util.Set;

/**
 * The words of a command line before its options are parsed, which takes a tenth of the startup time.
 *
 * @param arguments as they were said
 */
public record RawCommandLineArguments(List<String> arguments) {

    private static final Set<String> TEXTS = Set.of("--help", "-h", "--version", "-V");
    private static final List<String> SIMULATED = List.of(ClusterCommandLineOptions.DEMO);

    public RawCommandLineArguments {
        arguments = List.copyOf(arguments);
    }

    /** Returns whether the words are as desktop menus pass them: no options, or the one for the simulated cluster. */
    boolean isMenuLaunch() {
        return arguments.isEmpty() || isSimulated();
    }

    /** Returns whether the only word is the option for the simulated cluster. */
    boolean isSimulated() {
        return arguments.equals(SIMULATED);
    }

    /** Returns the commands whose names are among the words; one of them may be meant. */
    List<SubcommandRegistry.NamedCommand> namedCommands() {
        return SubcommandRegistry.allCommands().stream().filter(command -> arguments.contains(command.name())).toList();
    }

    /** Returns whether the words seem to open a window: none names a command, and none asks for help or version. */
    public boolean opensWindow() {
        return namedCommands().isEmpty() && arguments.stream().noneMatch(TEXTS::contains);
    }
}
