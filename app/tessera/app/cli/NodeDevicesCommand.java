package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.NodeDevicesReport;
import tessera.model.ProblemException;

/** Prints the devices of every GPU node: total, allocated, free. */
@Command(name = "fleet", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class NodeDevicesCommand implements Callable<Integer> {

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
            var measuredFleet = MeasuredFleetSnapshot.awaitBriefly(clusterSelection,
                    node -> wanted.test(node.info().nodeSummary().labels()), outputOptions.clusterTimeout());
            outputOptions.print(new NodeDevicesReport(measuredFleet.fleet(), wanted), clusterSelection);
            outputOptions.printGaps(measuredFleet);
        }
        return 0;
    }
}
