package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.MigLayoutsReport;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.ProblemException;

/** Prints the MIG layout of every GPU. */
@Command(name = "mig", subcommands = {MigLayoutSearchCommand.class,
    MigRepartitionCandidatesCommand.class}, mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List the MIG layout of every GPU, the pods that use its instances, and how certain that is.")
final class MigLayoutsCommand implements Callable<Integer> {

    @Mixin
    private ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private OutputAndTimeoutOptions printing = new OutputAndTimeoutOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Override
    public Integer call() throws ProblemException {
        var wanted = selector.toPredicate();
        try (var desk = cluster.openDesk()) {
            var seen = MeasuredFleetSnapshot.awaitReadings(desk, ClusterSnapshotAwaiter.RequiredObjects.NODES,
                    node -> hasMig(node) && wanted.test(node.info().facts().labels()),
                    printing.clusterTimeout());
            var report = new MigLayoutsReport(UnreportedMigLayoutCompleter.complete(desk, seen.fleet()), wanted);
            printing.print(report, desk);
            report.usualPlacesText().ifPresent(printing::printRemark);
            printing.printGaps(seen);
        }
        return 0;
    }

    private static boolean hasMig(GpuNode node) {
        return node.groups().stream().anyMatch(group -> group.form() == GpuGroup.GpuAllocationForm.MIG);
    }
}
