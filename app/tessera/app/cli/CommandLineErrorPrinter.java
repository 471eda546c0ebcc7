package tessera.app.cli;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tessera.app.crash.CrashReportWriter;
import tessera.cluster.credential.CredentialTextRedactor;
import tessera.model.ClusterSnapshot;
import tessera.model.ForeignTextSanitizer;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.UnreadableObjects;
import tessera.model.VisiblePodScope;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.OpenableClusterList;

/** Error output of the command line: one sentence on standard error. */
final class CommandLineErrorPrinter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandLineErrorPrinter.class);

    private static final Logger LOG = System.getLogger(CommandLineErrorPrinter.class.getName());

    /** How a value is refused that is none of a few. */
    private static final Pattern CHOICE = Pattern.compile(
            "(?:Invalid value for option) '([^']+)'[^\\[]*: expected one of \\[([^\\]]+)\\]" + ".* but was '([^']*)'");

    private CommandLineErrorPrinter() {}

    static int handleFailure(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof ProblemException exception) {
            printLine(exception.problem().singleLine(), command);
        } else {
            LOG.log(Level.DEBUG, "unexpected", failure);
            command.getErr().flush();
            CrashReportWriter.installedReports().ifPresentOrElse(
                    reports -> reports.report(Thread.currentThread().getName(), failure), () -> command.getErr()
                            .println(MESSAGES.text("unexpected", CredentialTextRedactor.redact(failure.toString()))));
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Prints a problem that does not stop the program. */
    static void printRemark(Problem problem, CommandLine command) {
        printLine(problem.singleLine(), command);
        command.getErr().flush();
    }

    /** Prints a text on one line, whatever line ends and escapes it contains. */
    static void printLine(String text, CommandLine command) {
        command.getErr().println("tessera: " + ForeignTextSanitizer.singleLine(text));
    }

    /** Prints a warning where the server's certificate is not verified. */
    static void warnUntrusted(OpenableClusterList clusters, CommandLine command) {
        clusters.contexts().stream().filter(
                listedContext -> listedContext.name().equals(clusters.openContext()) && !listedContext.trusted())
                .forEach(listedContext -> printRemark(Problem.of(OperationProblemKind.UNTRUSTED,
                        MESSAGES.reason("tls.unverified", listedContext.server())), command));
    }

    /** Flushes standard output, or fails where it was not written completely. */
    static void flushOutput(CommandLine command) throws ProblemException {
        if (command.getOut().checkError()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.UNEXPECTED, MESSAGES.reason("stdout.incomplete")));
        }
    }

    /** Prints the parts that the answer on standard output lacks; nothing when it lacks nothing. */
    static void remarkIncomplete(ClusterSnapshot clusterSnapshot, CommandLine command) {
        if (clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            printLine(MESSAGES.text("pods.unknown", problem.singleLine()), command);
        } else if (clusterSnapshot.podScope() instanceof VisiblePodScope.NamespacedScope(var namespaces, var problem)) {
            printLine(MESSAGES.text("pods.partial", namespaces.size(), problem.singleLine()), command);
        }
        clusterSnapshot.devices().hiddenSlicesProblem()
                .ifPresent(problem -> printRemark(problem.withContext(MESSAGES.reason("slices.unknown")), command));
        clusterSnapshot.devices().hiddenClaimsProblem()
                .ifPresent(problem -> printRemark(problem.withContext(MESSAGES.reason("claims.unknown")), command));
        command.getErr().flush();
    }

    /** Says what could not be read of the objects that the answer was made of. */
    static void unread(UnreadableObjects unread, CommandLine command) {
        if (!unread.isEmpty()) {
            printLine(MESSAGES.text("totals.lowerBounds", SentenceJoiner.joinSentences(unread.lines())), command);
            command.getErr().flush();
        }
    }

    /** Prints a remark where nodes may not be read. */
    static void remarkWithoutNodes(ClusterSnapshot clusterSnapshot, CommandLine command) {
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            printRemark(problem.withContext(MESSAGES.reason("nodes.unknown")), command);
        }
    }

    /** Returns a message with its choices in lower case, as they are typed. */
    private static String choiceText(String message) {
        var choice = CHOICE.matcher(message);
        if (choice.lookingAt()) {
            return MESSAGES.text("choice.unknown", choice.group(1), choice.group(2).toLowerCase(Locale.ROOT),
                    choice.group(3));
        }
        return message;
    }

    static int handleUsageError(ParameterException misuse, String[] arguments) {
        var command = misuse.getCommandLine();
        printLine(choiceText(ForeignTextSanitizer.singleLine(String.valueOf(misuse.getMessage()))), command);
        if (!UnmatchedArgumentException.printSuggestions(misuse, command.getErr())) {
            command.getErr().println(MESSAGES.text("usage.try", command.getCommandSpec().qualifiedName()));
        }
        return CommandLine.ExitCode.USAGE;
    }
}
