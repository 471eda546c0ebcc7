package tessera.app;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.report.PreviewReport;
import tessera.app.report.PreviewReport.PreviewForm;
import tessera.app.report.ReceiptReport;
import tessera.model.CommandTarget;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.PlanRunner;
import tessera.plan.RunReceipt;
import tessera.plan.RunReceipt.RunEnding;
import tessera.plan.RunState.RunPhase;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.LaunchIntent;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.model.StaleSnapshot;

/** The options that say how a plan is shown, and whether it is carried out. */
final class PlanOptions {

    /** How a command ends whose plan would be refused. */
    static final int REFUSED = 3;

    /** So long it is waited for until what is seen is as new as the cluster. */
    private static final Duration CATCH_UP = Duration.ofSeconds(20);
    private static final Duration GLANCE = Duration.ofMillis(50);
    /** After so many glances it is planned again even if nothing new was seen. */
    private static final int STILL = 20;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "diff", description = "Output format: diff, yaml or json (default: diff).", completionCandidates = PreviewFormNames.class)
    private PreviewForm form = PreviewForm.DIFF;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Option(names = "--apply", description = "Apply the change: progress on standard error, a JSON receipt on standard output. Requires --yes.")
    private boolean apply;

    @Option(names = "--yes", description = "Confirm the change.")
    private boolean yes;

    @Option(names = "--confirm", paramLabel = "PHRASE", description = "Confirmation phrase that the preview asks for if a change disrupts running pods.")
    private String confirmed = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** The forms of a preview, as a user types them. */
    private static final class PreviewFormNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("diff", "yaml", "json").iterator();
        }
    }

    /** Sees to it that nothing is changed by somebody who only half said so. */
    void check() {
        if (apply != yes) {
            throw new ParameterException(command.commandLine(), apply ? "--apply changes the cluster: say --yes, too"
                    : "--yes means nothing without --apply");
        }
    }

    /** How long to wait for the cluster to be read. */
    Duration patience() {
        return Duration.ofSeconds(patience);
    }

    /** What is said of a change that was made. */
    interface Teller {
        void tell(RunReceipt receipt) throws Failure, InterruptedException;
    }

    /** Plans it, and shows it or carries it out; how the command ends. */
    int run(ClusterDesk desk, ChangeIntent intent) throws Failure {
        return run(desk, intent, receipt -> print(desk, receipt));
    }

    /** The same, where something else is said of what was made. */
    int run(ClusterDesk desk, ChangeIntent intent, Teller teller) throws Failure {
        SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), need(intent), patience());
        try {
            var runner = desk.reached().planner();
            var preview = preview(desk, runner, intent);
            if (!apply) {
                return shown(preview, desk.target());
            }
            var unconfirmed = PreviewReport.unconfirmed(preview, confirmed);
            if (!preview.refused() && unconfirmed.isPresent()) {
                CliErrors.remark(unconfirmed.get(), command.commandLine());
                return REFUSED;
            }
            var refused = runner.refuse(preview);
            return refused.isPresent() ? refused(desk, refused.get()) : applied(runner, preview, desk.target(), teller);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }

    /** Where pods come and go, what is seen is behind at times; a moment later it is not. */
    private PlanPreview preview(ClusterDesk desk, PlanRunner runner, ChangeIntent intent)
            throws Failure, InterruptedException {
        var end = System.nanoTime() + Math.min(patience().toNanos(), CATCH_UP.toNanos());
        while (true) {
            long before = desk.snapshots().get().number();
            var preview = runner.preview(intent);
            if (!StaleSnapshot.alone(preview.reasons()) || System.nanoTime() - end > 0) {
                return preview;
            }
            for (int wait = 0; wait < STILL && desk.snapshots().get().number() == before; wait++) {
                Thread.sleep(GLANCE);
            }
        }
    }

    /** Who may work in a namespace only may do so without seeing nodes. */
    private static SnapshotAwaiter.RequiredSource need(ChangeIntent intent) {
        return switch (intent) {
            case WorkloadIntent _,LaunchIntent _,EditObject _,QuotaIntent _ -> SnapshotAwaiter.RequiredSource.NONE;
            default -> SnapshotAwaiter.RequiredSource.NODES;
        };
    }

    private int shown(PlanPreview preview, CommandTarget cluster) throws Failure {
        print(new PreviewReport(preview, cluster).print(form));
        var reasons = preview.refused() ? preview.reasons() : preview.standing().stream().toList();
        reasons.forEach(reason -> CliErrors.remark(reason, command.commandLine()));
        return reasons.isEmpty() ? 0 : REFUSED;
    }

    /** Says every reason, and that nothing was done. */
    private int refused(ClusterDesk desk, RunReceipt receipt) throws Failure {
        receipt.problems().forEach(reason -> CliErrors.remark(reason, command.commandLine()));
        print(desk, receipt);
        return REFUSED;
    }

    private int applied(PlanRunner runner, PlanPreview preview, CommandTarget target, Teller teller)
            throws Failure, InterruptedException {
        var run = runner.apply(preview);
        var progress = new ProgressPrinter(run, command.commandLine().getErr());
        try (var _ = new RunCancellationHook(run, command.commandLine().getErr()); var _ = run.state().observe(() -> {
            progress.print();
            if (run.state().get().phase() == RunPhase.HALTED) {
                run.cancel();
            }
        })) {
            var receipt = run.receipt();
            receipt.problems().forEach(problem -> CliErrors.remark(problem, command.commandLine()));
            if (target.simulated()) {
                command.commandLine().getErr()
                        .println("The simulated cluster ends with this command, and what was changed "
                                + "with it: “tessera demo” serves one that lasts");
            }
            teller.tell(receipt);
            return receipt.ending() == RunEnding.DONE ? 0 : receipt.ending() == RunEnding.REFUSED ? REFUSED : 1;
        }
    }

    void print(ClusterDesk desk, RunReceipt receipt) throws Failure {
        print(new ReceiptReport(receipt, desk.target()).json());
    }

    void print(String text) throws Failure {
        command.commandLine().getOut().print(text);
        CliErrors.flush(command.commandLine());
    }
}
