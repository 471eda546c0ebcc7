package tessera.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import tessera.app.crash.ProgramLogSetup;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.platform.ProgramVersion;
import tessera.app.platform.TerminalEscapeFilterWriter;
import tessera.app.platform.UserDirectories;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.file.TemporaryFolder;
import tessera.text.DisplayLanguage;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/** The command line, made of the commands that the arguments may mean. */
public final class CommandLineFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandLineFactory.class);

    /** Formats whose texts are English in every language, so that what reads them works everywhere. */
    private static final Set<String> FORMATS_OF_PROGRAMS = Set.of("JSON", "CSV", "YAML", "SARIF");

    private CommandLineFactory() {}

    /**
     * Returns the command line for the arguments; exit codes are 0 for success, 1 for failure, 2 for wrong usage. Of all
     * commands only those are made that may be meant, unless somebody has to be helped.
     */
    public static CommandLine commandLine(ProcessEnvironment environment, String... arguments) {
        var rawArguments = new RawCommandLineArguments(List.of(arguments));
        if (rawArguments.isMenuLaunch()) {
            return configure(new CommandLine(newRoot(environment).specForMenus(rawArguments.isSimulated())),
                    environment);
        }
        var brief = buildCommandLine(environment, rawArguments.namedCommands());
        try {
            var parsed = brief.parseArgs(arguments);
            if (!parsed.isUsageHelpRequested()) {
                return parsed.asCommandLineList().stream().anyMatch(CommandLine::isUsageHelpRequested)
                        ? withHelpTexts(brief)
                        : brief;
            }
        } catch (ParameterException _) {
            // All commands together know best what may have been meant.
        }
        return withHelpTexts(buildCommandLine(environment, SubcommandRegistry.allCommands()));
    }

    /** Adds what a help tells, which nothing else reads. */
    private static CommandLine withHelpTexts(CommandLine line) {
        return line.setResourceBundle(MessageCatalog.of(CommandLineFactory.class).asBundle());
    }

    private static TesseraRootCommand newRoot(ProcessEnvironment environment) {
        return new TesseraRootCommand(environment, words -> commandLine(environment, words));
    }

    private static CommandLine buildCommandLine(ProcessEnvironment environment,
            List<SubcommandRegistry.NamedCommand> commands) {
        var line = new CommandLine(newRoot(environment));
        commands.forEach(command -> line.addSubcommand(command.name(), command.command()));
        abbreviateSynopsis(line);
        return configure(line, environment);
    }

    /** Shortens {@code Usage:} to operands, as kubectl does: the options stand below it anyway. */
    private static void abbreviateSynopsis(CommandLine line) {
        line.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        line.getSubcommands().values().forEach(CommandLineFactory::abbreviateSynopsis);
    }

    private static CommandLine configure(CommandLine line, ProcessEnvironment environment) {
        // A page of the wall is called as a command is: --pages fleet.
        return line.setCaseInsensitiveEnumValuesAllowed(true).setAllowSubcommandsAsOptionParameters(true)
                .setExecutionStrategy(parsed -> executeLogged(parsed, environment))
                .setExecutionExceptionHandler(CommandLineErrorPrinter::handleFailure)
                .setParameterExceptionHandler(CommandLineErrorPrinter::handleUsageError);
    }

    /** Wraps the writers against terminal escapes; the program's own help may have colours. */
    private static void usePlainWriters(CommandLine line) {
        line.setOut(TerminalEscapeFilterWriter.wrap(line.getOut()))
                .setErr(TerminalEscapeFilterWriter.wrap(line.getErr()));
    }

    private static boolean printsForPrograms(ParseResult parsed) {
        return parsed.asCommandLineList().stream()
                .map(line -> String.valueOf(line.getParseResult().<Object>matchedOptionValue("--output", "")))
                .anyMatch(format -> FORMATS_OF_PROGRAMS.contains(format.toUpperCase(Locale.ROOT)));
    }

    /** Executes the command with logging: always for window and wall, for commands that print only on request. */
    private static int executeLogged(ParseResult parsed, ProcessEnvironment environment) {
        if (LeadingGlobalOptionsMover.hasLeadingOptions(parsed)) {
            return parsed.commandSpec().commandLine().execute(LeadingGlobalOptionsMover.moveBehindCommand(parsed));
        }
        var root = (TesseraRootCommand) parsed.commandSpec().root().userObject();
        if (printsForPrograms(parsed)) {
            root.fixLanguage(DisplayLanguage.ENGLISH);
        }
        var asked = root.logLevel();
        var action = new CommandLine.RunLast();
        boolean helps = parsed.asCommandLineList().stream()
                .anyMatch(line -> line.isUsageHelpRequested() || line.isVersionHelpRequested());
        if (!helps) {
            usePlainWriters(parsed.commandSpec().root().commandLine());
        }
        boolean prints = parsed.hasSubcommand();
        if (helps || (prints && asked.isEmpty())) {
            return CommandDeadline.run(parsed, () -> action.execute(parsed));
        }
        if (!prints) {
            Thread.ofVirtual().name("leftovers").start(TemporaryFolder::removeAbandoned);
        }
        var folder = UserDirectories.logsFolder(environment.variables(), environment.home());
        try (var _ = ProgramLogSetup.open(folder, asked.orElse(ProgramLogSetup.ProgramLogVerbosity.INFO))) {
            System.getLogger(CommandLineFactory.class.getName()).log(System.Logger.Level.INFO, "{0} on Java {1}, {2}",
                    ProgramVersion.text(), Runtime.version(), System.getProperty("os.name"));
            return CommandDeadline.run(parsed, () -> action.execute(parsed));
        } catch (IOException full) {
            System.err.println(MESSAGES.text("log.unwritable", folder, CommandFileArgumentReader.reasonText(full)));
            return CommandDeadline.run(parsed, () -> action.execute(parsed));
        }
    }

    /**
     * Options given before the name of a command, as kubectl allows it. They are meant for that command: one that
     * says which cluster is meant, or that it may not be changed, must never be passed over.
     */
    private static final class LeadingGlobalOptionsMover {

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
                            MESSAGES.text("options.beforeCommand", name));
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
                var name = TextExcerpt.beforeFirst(texts.get(at), "=");
                boolean apart = name.equals(texts.get(at)) && at + 1 < texts.size()
                        && takesValue(parsed, name, texts.get(at + 1));
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
}
