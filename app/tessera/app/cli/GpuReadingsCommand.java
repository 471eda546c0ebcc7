package tessera.app.cli;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.app.report.GpuReadingsReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.UnreportedMigLayoutCompleter;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.ProblemException;

/** Prints the readings of every GPU and MIG instance. */
@Command(name = "gpus", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class GpuReadingsCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Option(names = "--watch", descriptionKey = "gpuReadings.watch")
    private boolean watch;

    @Override
    public Integer call() throws ProblemException {
        var wanted = selector.toPredicate();
        Predicate<GpuNode> node = each -> wanted.test(each.info().nodeSummary().labels());
        try (var clusterSelection = cluster.openDesk()) {
            var measuredFleet = MeasuredFleetSnapshot.awaitReadings(clusterSelection,
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, node, outputOptions.clusterTimeout());
            print(clusterSelection, UnreportedMigLayoutCompleter.complete(clusterSelection, measuredFleet.fleet()),
                    wanted);
            outputOptions.printGaps(measuredFleet);
            while (watch) {
                measuredFleet = MeasuredFleetSnapshot.awaitNext(clusterSelection, measuredFleet.fleet().readings(),
                        node);
                outputOptions.printSeparator();
                print(clusterSelection, UnreportedMigLayoutCompleter.complete(clusterSelection, measuredFleet.fleet()),
                        wanted);
                outputOptions.printGaps(measuredFleet);
            }
        }
        return 0;
    }

    @Override
    public boolean openEnded() {
        return watch;
    }

    private void print(ClusterSelectionService clusterSelection, GpuFleet fleet, Predicate<Map<String, String>> wanted)
            throws ProblemException {
        outputOptions.print(new GpuReadingsReport(fleet, wanted, Clock.systemUTC().instant()), clusterSelection);
    }
}
