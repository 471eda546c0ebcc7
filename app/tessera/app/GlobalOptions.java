package tessera.app;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * Options that were said before the name of a command, as kubectl allows it. They are meant for that command: one that
 * says which cluster is meant, or that it may not be changed, must never be passed over.
 */
final class GlobalOptions {

    private GlobalOptions() {}

    /** Whether there are any. */
    static boolean said(ParseResult parsed) {
        return parsed.hasSubcommand() && parsed.matchedOptions().stream().anyMatch(option -> !everywhere(option));
    }

    /**
     * The same words with these options right behind the name of the command.
     *
     * @throws ParameterException when it cannot be told where the options end
     */
    static String[] behind(ParseResult parsed) {
        var words = parsed.expandedArgs();
        int names = before(parsed, words);
        int at = names;
        for (var command = parsed; command.hasSubcommand(); command = command.subcommand()) {
            var name = command.subcommand().commandSpec().name();
            int place = words.subList(at, words.size()).indexOf(name);
            if (place < 0) {
                throw new ParameterException(parsed.commandSpec().commandLine(),
                        "Say the options behind the name of the command, “%s”".formatted(name));
            }
            at += place + 1;
        }
        var ordered = new ArrayList<>(words.subList(names, at));
        ordered.addAll(words.subList(0, names));
        ordered.addAll(words.subList(at, words.size()));
        return ordered.toArray(String[]::new);
    }

    /** How many words these options are. An option of which the value may be left out takes the next word only as its value. */
    private static int before(ParseResult parsed, List<String> words) {
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            int equals = words.get(at).indexOf('=');
            var name = equals < 0 ? words.get(at) : words.get(at).substring(0, equals);
            boolean apart = equals < 0 && at + 1 < words.size() && takes(parsed, name, words.get(at + 1));
            at += apart ? 2 : 1;
        }
        return at;
    }

    private static boolean takes(ParseResult parsed, String name, String word) {
        var option = parsed.commandSpec().findOption(name);
        return option != null && option.arity().max() > 0
                && (option.arity().min() > 0 || word.equals(option.getValue()));
    }

    /** Commands take it from where it is said anyway. */
    private static boolean everywhere(OptionSpec option) {
        return option.usageHelp() || option.versionHelp() || option.scopeType() == ScopeType.INHERIT;
    }
}
