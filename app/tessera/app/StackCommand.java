package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.StackReport;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.stack.GpuStack;
import tessera.stack.LogReader;
import tessera.stack.StackSource;

/** Prints how it stands with the GPU stack: its release, the operator's word, and each node's chain of parts. */
@Command(name = "stack", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Check the GPU software stack: release, operator, and the operands of every node.")
final class StackCommand implements Callable<Integer> {

    private static final int MOST_LOGS = 20;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.opened()) {
            var fleet = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NODES,
                    printing.patience());
            printing.print(new StackReport(read(desk.reached().stack(), fleet)), desk);
            printing.complain(fleet.snapshot());
        }
        return 0;
    }

    private static GpuStack read(StackSource source, GpuFleet fleet) throws Failure {
        try {
            var stack = new GpuStack.StackReader().read(fleet, source.read(), fleet.snapshot().at());
            return new LogReader(source).explained(stack, MOST_LOGS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }
}
