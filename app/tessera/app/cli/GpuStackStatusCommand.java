package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.GpuStackReport;
import tessera.gpu.GpuFleet;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackComponentLogReader;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;

/** Prints the status of the GPU stack: release, operator, and the components of each node. */
@Command(name = "stack", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class GpuStackStatusCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackStatusCommand.class);

    private static final int MOST_LOGS = 20;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), clusterSelection.accelerators(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, outputOptions.clusterTimeout());
            outputOptions.print(new GpuStackReport(readStack(clusterSelection.clusterServices().stackSource(), fleet)),
                    clusterSelection);
            outputOptions.printGaps(fleet.snapshot());
        }
        return 0;
    }

    private static GpuStackStatus readStack(GpuStackClusterReader source, GpuFleet fleet) throws ProblemException {
        try {
            var stack = new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet, source.read(),
                    fleet.snapshot().at());
            return new GpuStackComponentLogReader(source).explainByLogs(stack, MOST_LOGS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
