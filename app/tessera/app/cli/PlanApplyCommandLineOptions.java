package tessera.app.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.report.PlanPreviewReport;
import tessera.app.report.PlanPreviewReport.PreviewFormat;
import tessera.app.report.PlanRunReceiptReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.CopiedCommandContext;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRun;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.PlanRunState.RunPhase;
import tessera.plan.PlanRunner;
import tessera.plan.PlanStepState;
import tessera.plan.PlanStepState.StepProgress;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadLaunchIntent;
import tessera.plan.model.StaleSnapshotProblemFactory;
import tessera.text.MessageCatalog;

/** The options for showing a plan and applying it. */
final class PlanApplyCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanApplyCommandLineOptions.class);

    /** How a command ends whose plan would be refused. */
    static final int REFUSED = 3;

    /** So long it is waited for until what is seen is as new as the cluster. */
    private static final Duration CATCH_UP = Duration.ofSeconds(20);
    private static final Duration GLANCE = Duration.ofMillis(50);
    /** After so many glances it is planned again even if nothing new was seen. */
    private static final int STILL = 20;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "diff", descriptionKey = "planApply.output", completionCandidates = PreviewFormatNames.class)
    private PreviewFormat format = PreviewFormat.DIFF;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "planApply.timeout")
    private int timeout = 60;

    @Option(names = "--apply", descriptionKey = "planApply.apply")
    private boolean apply;

    @Option(names = "--yes", descriptionKey = "planApply.yes")
    private boolean yes;

    @Option(names = "--confirm", paramLabel = "PHRASE", descriptionKey = "planApply.confirm")
    private String confirmed = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Names of the preview formats, as a user types them. */
    private static final class PreviewFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("diff", "yaml", "json").iterator();
        }
    }

    /** Refuses contradictory options, so that nothing is changed by accident. */
    void checkConfirmation() {
        if (apply != yes) {
            throw new ParameterException(command.commandLine(),
                    apply ? MESSAGES.text("apply.withoutYes") : MESSAGES.text("apply.yesAlone"));
        }
    }

    /** Returns the timeout for reading the cluster. */
    Duration clusterTimeout() {
        return Duration.ofSeconds(timeout);
    }

    /** Prints the receipt of a change that was made. */
    interface AppliedChangeReceiptPrinter {
        void printReceipt(PlanRunReceipt receipt) throws ProblemException, InterruptedException;
    }

    /** Previews the intent or applies it; returns the exit code. */
    int previewOrApply(ClusterSelectionService clusterSelection, ChangeIntent intent) throws ProblemException {
        return previewOrApply(clusterSelection, intent, receipt -> printReceipt(clusterSelection, receipt));
    }

    /** Previews the intent or applies it, with another output after a change. */
    int previewOrApply(ClusterSelectionService clusterSelection, ChangeIntent intent,
            AppliedChangeReceiptPrinter teller) throws ProblemException {
        ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(), requiredSource(intent), clusterTimeout());
        try {
            var runner = clusterSelection.clusterServices().planRunner();
            var preview = previewPlan(clusterSelection, runner, intent);
            if (!apply) {
                return printPreview(preview, clusterSelection);
            }
            var unconfirmed = PlanPreviewReport.missingConfirmation(preview, confirmed);
            if (!preview.isRefused() && unconfirmed.isPresent()) {
                CommandLineErrorPrinter.printRemark(unconfirmed.get(), command.commandLine());
                return REFUSED;
            }
            var refused = runner.recordRefusal(preview);
            if (refused.isPresent()) {
                return printRefusal(clusterSelection, refused.get());
            }
            return applyPreview(runner, preview, clusterSelection.commandTarget(), teller);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Returns the preview; repeats it for a moment where the snapshot is stale, as happens while pods come and go. */
    private PlanPreview previewPlan(ClusterSelectionService clusterSelection, PlanRunner runner, ChangeIntent intent)
            throws ProblemException, InterruptedException {
        var end = System.nanoTime() + Math.min(clusterTimeout().toNanos(), CATCH_UP.toNanos());
        while (true) {
            long before = clusterSelection.snapshots().get().number();
            var preview = runner.preview(intent);
            if (!StaleSnapshotProblemFactory.isOnlyReason(preview.refusalReasons()) || System.nanoTime() - end > 0) {
                return preview;
            }
            for (int wait = 0; wait < STILL && clusterSelection.snapshots().get().number() == before; wait++) {
                Thread.sleep(GLANCE);
            }
        }
    }

    /** Returns the objects that planning an intent needs: none for namespaced intents, whose users may not see nodes. */
    private static ClusterSnapshotAwaiter.RequiredSnapshotCollection requiredSource(ChangeIntent intent) {
        return switch (intent) {
            case WorkloadChangeIntent _,WorkloadLaunchIntent _,EditObjectIntent _,NamespacePolicyIntent _ ->
                ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE;
            default -> ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES;
        };
    }

    private int printPreview(PlanPreview preview, ClusterSelectionService clusterSelection) throws ProblemException {
        print(new PlanPreviewReport(preview, clusterSelection.commandTarget()).print(format,
                clusterSelection.unread()));
        var reasons = preview.isRefused() ? preview.refusalReasons() : preview.changeBlock().stream().toList();
        reasons.forEach(reason -> CommandLineErrorPrinter.printRemark(reason, command.commandLine()));
        return reasons.isEmpty() ? 0 : REFUSED;
    }

    /** Prints every reason, and that nothing was done. */
    private int printRefusal(ClusterSelectionService clusterSelection, PlanRunReceipt receipt) throws ProblemException {
        receipt.problems().forEach(reason -> CommandLineErrorPrinter.printRemark(reason, command.commandLine()));
        printReceipt(clusterSelection, receipt);
        return REFUSED;
    }

    private int applyPreview(PlanRunner runner, PlanPreview preview, CopiedCommandContext target,
            AppliedChangeReceiptPrinter teller) throws ProblemException, InterruptedException {
        var run = runner.apply(preview);
        var progress = new PlanRunProgressPrinter(run, command.commandLine().getErr());
        try (var _ = new PlanRunCancellationHook(run, command.commandLine().getErr());
                var _ = run.state().observe(() -> {
                    progress.printNew();
                    if (run.state().get().phase() == RunPhase.HALTED) {
                        run.cancel();
                    }
                })) {
            var receipt = run.awaitReceipt();
            receipt.problems().forEach(problem -> CommandLineErrorPrinter.printRemark(problem, command.commandLine()));
            if (target.isSimulated()) {
                command.commandLine().getErr().println(MESSAGES.text("apply.simulated"));
            }
            teller.printReceipt(receipt);
            if (receipt.ending() == PlanRunEnding.DONE) {
                return 0;
            }
            if (receipt.ending() == PlanRunEnding.REFUSED) {
                return REFUSED;
            }
            return 1;
        }
    }

    void printReceipt(ClusterSelectionService clusterSelection, PlanRunReceipt receipt) throws ProblemException {
        print(new PlanRunReceiptReport(receipt, clusterSelection.commandTarget()).toJson());
    }

    void print(String text) throws ProblemException {
        command.commandLine().getOut().print(text);
        CommandLineErrorPrinter.flushOutput(command.commandLine());
    }

    /** Cancels the run on shutdown, as by Ctrl-C, and prints how far it came. */
    private static final class PlanRunCancellationHook implements AutoCloseable {

        /** As long as a request under way may take. */
        private static final Duration MOST = Duration.ofSeconds(35);

        private final CountDownLatch finished = new CountDownLatch(1);
        private final Thread hook;

        /** @param err for who is left without a receipt */
        PlanRunCancellationHook(PlanRun run, PrintWriter err) {
            hook = Thread.ofPlatform().name("interruption").unstarted(() -> {
                run.cancel();
                try {
                    if (!finished.await(MOST.toMillis(), TimeUnit.MILLISECONDS)) {
                        err.println(MESSAGES.text("apply.timeout", MOST.toSeconds()));
                        err.flush();
                    }
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
            Runtime.getRuntime().addShutdownHook(hook);
        }

        /** When all was said. */
        @Override
        public void close() {
            finished.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException _) {
                // It runs already.
            }
        }
    }

    /** Prints the progress of a run, a line for each step. */
    private static final class PlanRunProgressPrinter {

        private final PlanRun run;
        private final PrintWriter out;
        private final Map<Integer, String> printed = new HashMap<>();

        PlanRunProgressPrinter(PlanRun run, PrintWriter out) {
            this.run = run;
            this.out = out;
        }

        /** Prints the steps that changed. */
        synchronized void printNew() {
            var steps = run.state().get().steps();
            for (int i = 0; i < steps.size(); i++) {
                var step = steps.get(i);
                var line = stepLine(step);
                boolean told = step.progress() != StepProgress.TO_DO || !step.text().isEmpty();
                if (told && !line.equals(printed.put(i, line))) {
                    out.printf("[%d/%d] %s%n", i + 1, steps.size(), line);
                }
            }
            out.flush();
        }

        private static String stepLine(PlanStepState step) {
            var problem = step.problem();
            var text = problem == null ? step.text() : problem.singleLine();
            return MESSAGES.text("apply.step", step.planned().text(), step.progress(), text);
        }
    }
}
