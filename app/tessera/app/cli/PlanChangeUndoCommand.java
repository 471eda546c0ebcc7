package tessera.app.cli;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.UserDirectories;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.JournaledPlanRun;
import tessera.text.MessageCatalog;

/** Plans the reversal of a journalled change, by the commands recorded with it. */
@Command(name = "undo", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanChangeUndoCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanChangeUndoCommand.class);

    @Parameters(paramLabel = "RUN", descriptionKey = "planChangeUndo.run")
    private String name = "";

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        if (Objects.requireNonNull(spec.parent()).commandLine().getParseResult().hasMatchedOption("--output")) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("undo.output"));
        }
        if (cluster.namesCluster()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("undo.target"));
        }
        var run = findRun();
        var back = undoCommands(run);
        var options = givenOptions();
        for (var command : back) {
            spec.commandLine().getErr()
                    .println(MESSAGES.text("undo.command",
                            Stream.concat(Stream.of(command), options.stream().map(ShellWordQuoter::quote))
                                    .collect(Collectors.joining(" "))));
            int code = runCommand(
                    Stream.concat(ShellWordQuoter.splitCommand(command).stream().skip(1), options.stream())
                            .toArray(String[]::new));
            if (code != 0) {
                return code;
            }
        }
        return 0;
    }

    private JournaledPlanRun findRun() throws ProblemException {
        var found = JournaledPlanRun
                .groupByRun(UserDirectories.changeJournal(CommandRoot.of(spec).environment()).read().entries()).stream()
                .filter(run -> !name.isBlank() && run.startEntry().run().startsWith(name)).toList();
        if (found.size() != 1) {
            throw new ProblemException(Problem
                    .of(found.isEmpty() ? OperationProblemKind.NOT_FOUND : OperationProblemKind.INVALID,
                            found.isEmpty() ? MESSAGES.reason("undo.notFound", name)
                                    : MESSAGES.reason("undo.ambiguous", found.size(), name))
                    .withRemedy(MESSAGES.text("undo.notFound.remedy")));
        }
        return found.getFirst();
    }

    private List<String> undoCommands(JournaledPlanRun run) throws ProblemException {
        var journalCluster = run.startEntry().cluster();
        var subject = "“%s”".formatted(run.startEntry().text());
        if (run.resultWord().equals("running")) {
            throw new ProblemException(OperationProblemKind.CONFLICT, MESSAGES.reason("undo.running", subject));
        }
        if (run.mostTellingEntry().undo().isEmpty()) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID,
                    MESSAGES.text("undo.impossible", subject, run.resultWord())));
        }
        if (journalCluster.isSimulated()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("undo.demoGone", subject)));
        }
        if (run.undoPlanCommands().isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("undo.noContent", subject)));
        }
        checkServer(journalCluster, subject);
        return run.undoPlanCommands();
    }

    /** Fails where the context leads to another server than when the change was made. */
    private void checkServer(JournalCluster journalCluster, String subject) throws ProblemException {
        var server = cluster.serverOf(journalCluster.context());
        if (!server.equals(Optional.of(journalCluster.server()))) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFLICT,
                    server.map(other -> MESSAGES.reason("undo.otherServer", subject, journalCluster.server(),
                            journalCluster.context(), other))
                            .orElseGet(() -> MESSAGES.reason("undo.contextMissing", subject, journalCluster.server(),
                                    journalCluster.context())))
                    .withRemedy(MESSAGES.text("undo.otherServer.remedy")));
        }
    }

    /** Returns the options that were given, each with its values. */
    private List<String> givenOptions() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .flatMap(option -> option.arity().max() == 0 ? Stream.of(option.longestName())
                        : option.originalStringValues().stream().map(value -> option.longestName() + "=" + value))
                .toList();
    }

    private int runCommand(String... words) {
        var line = spec.root().commandLine();
        return CommandRoot.of(spec).newCommandLine(words).setOut(line.getOut()).setErr(line.getErr()).execute(words);
    }
}
