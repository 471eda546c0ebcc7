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
import tessera.stack.StackLogReader;
import tessera.stack.StackSource;

/** Prints the status of the GPU stack: release, operator, and the components of each node. */
@Command(name = "stack", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Check the GPU software stack: release, operator, and the operands of every node.")
final class StackCommand implements Callable<Integer> {

    private static final int MOST_LOGS = 20;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.openDesk()) {
            var fleet = SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(),
                    SnapshotAwaiter.RequiredSource.NODES,
                    printing.clusterTimeout());
            printing.print(new StackReport(readStack(desk.clusterServices().stackSource(), fleet)), desk);
            printing.printGaps(fleet.snapshot());
        }
        return 0;
    }

    private static GpuStack readStack(StackSource source, GpuFleet fleet) throws Failure {
        try {
            var stack = new GpuStack.GpuStackReader().readStack(fleet, source.read(), fleet.snapshot().at());
            return new StackLogReader(source).explainByLogs(stack, MOST_LOGS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }
}
