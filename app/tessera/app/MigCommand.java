package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.LayoutsReport;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.Failure;

/** Prints the MIG layout of every GPU. */
@Command(name = "mig", subcommands = {MigServeCommand.class,
    MigRoomCommand.class}, mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List the MIG layout of every GPU, the pods that use its instances, and how certain that is.")
final class MigCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Mixin
    private NodeSelector selector = new NodeSelector();

    @Override
    public Integer call() throws Failure {
        var wanted = selector.toPredicate();
        try (var desk = cluster.openDesk()) {
            var seen = MeasuredFleet.awaitReadings(desk, SnapshotAwaiter.RequiredSource.NODES,
                    node -> hasMig(node) && wanted.test(node.info().facts().labels()),
                    printing.clusterTimeout());
            var report = new LayoutsReport(ConfiguredFleet.complete(desk, seen.fleet()), wanted);
            printing.print(report, desk);
            report.usualPlacesText().ifPresent(printing::printRemark);
            printing.printGaps(seen);
        }
        return 0;
    }

    private static boolean hasMig(GpuNode node) {
        return node.groups().stream().anyMatch(group -> group.form() == GpuGroup.GroupForm.MIG);
    }
}
