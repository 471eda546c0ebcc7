package tessera.app.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * Options given before the name of a command, as kubectl allows it. They are meant for that command: one that
 * says which cluster is meant, or that it may not be changed, must never be passed over.
 */
final class LeadingGlobalOptionsMover {

    private LeadingGlobalOptionsMover() {}

    /** Returns whether there are any. */
    static boolean hasLeadingOptions(ParseResult parsed) {
        return parsed.hasSubcommand() && parsed.matchedOptions().stream().anyMatch(option -> !isInherited(option));
    }

    /**
     * Returns the words with these options moved behind the name of the command.
     *
     * @throws ParameterException when it cannot be told where the options end
     */
    static String[] moveBehindCommand(ParseResult parsed) {
        var texts = parsed.expandedArgs();
        int names = countLeadingWords(parsed, texts);
        int at = names;
        for (var command = parsed; command.hasSubcommand(); command = command.subcommand()) {
            var name = command.subcommand().commandSpec().name();
            int position = texts.subList(at, texts.size()).indexOf(name);
            if (position < 0) {
                throw new ParameterException(parsed.commandSpec().commandLine(),
                        "Say the options behind the name of the command, “%s”".formatted(name));
            }
            at += position + 1;
        }
        var ordered = new ArrayList<>(texts.subList(names, at));
        ordered.addAll(texts.subList(0, names));
        ordered.addAll(texts.subList(at, texts.size()));
        return ordered.toArray(String[]::new);
    }

    /** Returns the number of words that these options take. An option of which the value may be left out takes the next word only as its value. */
    private static int countLeadingWords(ParseResult parsed, List<String> texts) {
        int at = 0;
        while (at < texts.size() && texts.get(at).startsWith("-")) {
            int equals = texts.get(at).indexOf('=');
            var name = equals < 0 ? texts.get(at) : texts.get(at).substring(0, equals);
            boolean apart = equals < 0 && at + 1 < texts.size() && takesValue(parsed, name, texts.get(at + 1));
            at += apart ? 2 : 1;
        }
        return at;
    }

    private static boolean takesValue(ParseResult parsed, String name, String word) {
        var option = parsed.commandSpec().findOption(name);
        return option != null && option.arity().max() > 0
                && (option.arity().min() > 0 || word.equals(option.getValue()));
    }

    /** Returns whether an option is inherited by subcommands anyway. */
    private static boolean isInherited(OptionSpec option) {
        return option.usageHelp() || option.versionHelp() || option.scopeType() == ScopeType.INHERIT;
    }
}
