package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.CommandReport;
import tessera.model.Failure;
import tessera.model.Snapshot;

/** How a command prints what it read, and how long it waits for it. */
final class PrintOptions {

    @Mixin
    private FormOptions form = new FormOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    Duration patience() {
        return Duration.ofSeconds(patience);
    }

    /**
     * Prints all of a report, or fails.
     *
     * @param desk where the cluster was read that it is about
     */
    void print(CommandReport report, ClusterDesk desk) throws Failure {
        form.print(report, desk.unread());
    }

    /** Says what the answer lacks that was printed. */
    void complain(Snapshot snapshot) {
        CliErrors.incomplete(snapshot, command.commandLine());
    }

    /** Says something beside the answer. */
    void remark(String words) {
        CliErrors.say(words, command.commandLine());
    }

    /** Says what of the answer is not measured, and what else it lacks. */
    void complain(MeasuredFleet seen) {
        seen.complaint().ifPresent(this::remark);
        complain(seen.fleet().snapshot());
    }

    /** Sets what is printed next apart from what was. */
    void next() {
        command.commandLine().getOut().println();
    }
}
