package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.MigLayoutsReport;
import tessera.app.wiring.UnreportedMigLayoutCompleter;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.model.ProblemException;

/** Prints the MIG layout of every GPU. */
@Command(name = "mig", subcommands = {MigLayoutSearchCommand.class,
    MigRepartitionCandidatesCommand.class}, mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class MigLayoutsCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Override
    public Integer call() throws ProblemException {
        var wanted = selector.toPredicate();
        try (var clusterSelection = cluster.openDesk()) {
            var measuredFleet = MeasuredFleetSnapshot.awaitReadings(clusterSelection,
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES,
                    node -> hasMig(node) && wanted.test(node.info().nodeSummary().labels()),
                    outputOptions.clusterTimeout());
            var report = new MigLayoutsReport(
                    UnreportedMigLayoutCompleter.complete(clusterSelection, measuredFleet.fleet()), wanted);
            outputOptions.print(report, clusterSelection);
            report.usualPlacesText().ifPresent(outputOptions::printRemark);
            outputOptions.printGaps(measuredFleet);
        }
        return 0;
    }

    private static boolean hasMig(GpuNode node) {
        return node.groups().stream().anyMatch(group -> group.form() == NodeGpuAllocationGroup.GpuAllocationKind.MIG);
    }
}
