package tessera.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tessera.cluster.credential.SecretRedactor;
import tessera.model.Failure;
import tessera.model.PlainText;
import tessera.model.Plurals;
import tessera.model.PodScope;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.UnreadObjects;
import tessera.ui.ClusterList;

/** What the command line says when something goes wrong: one sentence on standard error. */
final class CliErrors {

    private static final Logger LOG = System.getLogger(CliErrors.class.getName());

    /** How a value is refused that is none of a few. */
    private static final Pattern CHOICE = Pattern
            .compile("Invalid value for option '([^']+)'[^\\[]*: expected one of \\[([^\\]]+)\\].* but was '([^']*)'");

    private CliErrors() {}

    static int failed(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof Failure known) {
            say(sentence(known.problem()), command);
        } else {
            LOG.log(Level.DEBUG, "unexpected", failure);
            command.getErr().flush();
            CrashReports.inCharge().ifPresentOrElse(
                    reports -> reports.report(Thread.currentThread().getName(), failure),
                    () -> command.getErr().println(
                            "tessera: something unexpected happened: " + SecretRedactor.of(failure.toString())));
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Everything on one line, so that scripts can log it. */
    static String sentence(Problem problem) {
        return PlainText.line(problem.advice()).strip();
    }

    /** Says what does not keep the program from going on. */
    static void remark(Problem problem, CommandLine command) {
        say(sentence(problem), command);
        command.getErr().flush();
    }

    /** On one line, whatever others have written into it. */
    static void say(String words, CommandLine command) {
        command.getErr().println("tessera: " + PlainText.line(words));
    }

    /** Says that the server may be another than it claims to be, where nobody checks. */
    static void untrusted(ClusterList clusters, CommandLine command) {
        clusters.contexts().stream().filter(context -> context.name().equals(clusters.open()) && !context.trusted())
                .forEach(context -> remark(Problem.of(ProblemKind.UNTRUSTED,
                        "The certificate of %s is not checked, so anybody could pose as it (insecure-skip-tls-verify)"
                                .formatted(context.server())),
                        command));
    }

    /** Sees to it that an answer has left. */
    static void flush(CommandLine command) throws Failure {
        if (command.getOut().checkError()) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Not everything could be written to standard output"));
        }
    }

    /** Says what the answer on standard output lacks; nothing when it lacks nothing. */
    static void incomplete(Snapshot snapshot, CommandLine command) {
        if (snapshot.podHealth() instanceof SourceHealth.Absent(var why)) {
            say("what is allocated is not known: " + sentence(why), command);
        } else if (snapshot.podScope() instanceof PodScope.NamespacedScope(var namespaces, var why)) {
            say("pods were read in %s only, so what is allocated is at least so much (≥): %s"
                    .formatted(Plurals.of(namespaces.size(), "namespace"), sentence(why)), command);
        }
        snapshot.devices().hiddenSlices()
                .ifPresent(why -> remark(why.about("GPUs that claims hand out are not counted"),
                        command));
        snapshot.devices().hiddenClaims().ifPresent(why -> remark(
                why.about("What claims hold is not known, so what is allocated is at least so much (≥)"), command));
        command.getErr().flush();
    }

    /** Says what could not be read of the objects that the answer was made of. */
    static void unread(UnreadObjects unread, CommandLine command) {
        if (!unread.isEmpty()) {
            say(String.join(". ", unread.lines()) + ". Totals are lower bounds (≥)", command);
            command.getErr().flush();
        }
    }

    /** Says that the answer is one without nodes, where these may not be read. */
    static void withoutNodes(Snapshot snapshot, CommandLine command) {
        if (snapshot.nodeHealth() instanceof SourceHealth.Absent(var why)) {
            remark(why.about("The nodes are not known, and all is left out that needs them"), command);
        }
    }

    /** Choices as they are typed, and as the commands say them that look for themselves. */
    private static String plain(String message) {
        var choice = CHOICE.matcher(message);
        return choice.lookingAt() ? "%s takes one of: %s; “%s” is none".formatted(choice.group(1),
                choice.group(2).toLowerCase(Locale.ROOT), choice.group(3)) : message;
    }

    static int misunderstood(ParameterException misuse, String[] arguments) {
        var command = misuse.getCommandLine();
        say(plain(PlainText.line(String.valueOf(misuse.getMessage()))), command);
        if (!UnmatchedArgumentException.printSuggestions(misuse, command.getErr())) {
            command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return CommandLine.ExitCode.USAGE;
    }
}
