package tessera.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of one command as data: synopsis, description, operands, own options.
 *
 * @param path words that call the command, for example {@code tessera plan drain}
 * @param synopsis operands and own options in one line, after the path
 * @param operands positional parameters
 * @param options options of this command alone
 * @param globalOptions options that every command shares
 * @param subcommands names of the commands below it
 */
record CommandHelpPage(String path, String synopsis, String description, List<OptionOrOperandHelp> operands,
        List<OptionOrOperandHelp> options, List<OptionOrOperandHelp> globalOptions, List<String> subcommands) {

    /**
     * One operand or option.
     *
     * @param term as it is typed, for example {@code -o, --output=FORMAT}
     */
    record OptionOrOperandHelp(String term, String description) {}

    /** Returns the page of a command and of all commands below it, parents first. */
    static List<CommandHelpPage> read(CommandLine line) {
        var pages = new ArrayList<CommandHelpPage>();
        pages.add(page(line.getCommandSpec()));
        line.getSubcommands().values().stream().filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> pages.addAll(read(command)));
        return pages;
    }

    private static CommandHelpPage page(CommandSpec command) {
        var operands = command.positionalParameters().stream().filter(parameter -> !parameter.hidden())
                .map(parameter -> new OptionOrOperandHelp(parameter.paramLabel(), descriptionText(parameter))).toList();
        return new CommandHelpPage(command.qualifiedName(" "), synopsis(command),
                String.join(" ", command.usageMessage().description()), operands, entries(ownOptions(command)),
                entries(globalOptions(command)),
                command.subcommands().values().stream().filter(line -> !line.getCommandSpec().usageMessage().hidden())
                        .map(CommandLine::getCommandName).toList());
    }

    private static Stream<OptionSpec> ownOptions(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden() && !isGlobal(option));
    }

    private static Stream<OptionSpec> globalOptions(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden() && isGlobal(option));
    }

    /** The options of every command stand behind those of their own in a help. */
    private static boolean isGlobal(OptionSpec option) {
        return option.order() >= ClusterCommandLineOptions.CLUSTER || option.usageHelp() || option.versionHelp();
    }

    private static List<OptionOrOperandHelp> entries(Stream<OptionSpec> options) {
        return options.map(option -> new OptionOrOperandHelp(String.join(", ", option.names()) + valueText(option),
                descriptionText(option))).toList();
    }

    private static String valueText(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        var value = (option.splitRegex().isEmpty() ? "=%s" : "=%1$s[,%1$s…]").formatted(option.paramLabel());
        return syntaxText(option.arity().min() > 0, value);
    }

    private static String syntaxText(boolean required, String text) {
        return required ? text : "[" + text + "]";
    }

    private static String synopsis(CommandSpec command) {
        var texts = new ArrayList<String>();
        command.positionalParameters().stream().filter(parameter -> !parameter.hidden())
                .forEach(parameter -> texts.add(syntaxText(parameter.arity().min() > 0,
                        parameter.paramLabel() + (parameter.arity().max() > 1 ? "…" : ""))));
        if (!command.subcommands().isEmpty()) {
            texts.add(syntaxText(command.parent() != null, "COMMAND"));
        }
        ownOptions(command)
                .forEach(option -> texts.add(syntaxText(option.required(), option.longestName() + valueText(option))));
        return String.join(" ", texts);
    }

    private static String descriptionText(ArgSpec argument) {
        var candidates = argument.completionCandidates() == null ? ""
                : String.join(", ", argument.completionCandidates());
        return String.join(" ", Arrays.asList(argument.description())).replace("${COMPLETION-CANDIDATES}", candidates)
                .replace("$$", "$");
    }
}
