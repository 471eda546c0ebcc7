package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.NodeDevicesReport;
import tessera.model.ProblemException;

/** Prints the devices of every GPU node: total, allocated, free. */
@Command(name = "fleet", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List GPU nodes with capacity, allocatable, allocated and free devices.")
final class NodeDevicesCommand implements Callable<Integer> {

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
            var seen = MeasuredFleetSnapshot.awaitBriefly(desk, node -> wanted.test(node.info().facts().labels()),
                    printing.clusterTimeout());
            printing.print(new NodeDevicesReport(seen.fleet(), wanted), desk);
            printing.printGaps(seen);
        }
        return 0;
    }
}
