package tessera.app;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.app.report.GpuReadingsReport;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.ProblemException;

/** Prints the readings of every GPU and MIG instance. */
@Command(name = "gpus", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List every GPU and MIG instance with its metrics, like nvidia-smi for the whole fleet.")
final class GpuReadingsCommand implements Callable<Integer>, CommandDeadline.UnlimitedDurationCommand {

    @Mixin
    private ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private OutputAndTimeoutOptions printing = new OutputAndTimeoutOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Option(names = "--watch", description = "Print again whenever readings change, until interrupted.")
    private boolean watch;

    @Override
    public Integer call() throws ProblemException {
        var wanted = selector.toPredicate();
        Predicate<GpuNode> node = each -> wanted.test(each.info().facts().labels());
        try (var desk = cluster.openDesk()) {
            var seen = MeasuredFleetSnapshot.awaitReadings(desk, ClusterSnapshotAwaiter.RequiredObjects.NODES, node,
                    printing.clusterTimeout());
            print(desk, UnreportedMigLayoutCompleter.complete(desk, seen.fleet()), wanted);
            printing.printGaps(seen);
            while (watch) {
                seen = MeasuredFleetSnapshot.awaitNext(desk, seen.fleet().readings(), node);
                printing.printSeparator();
                print(desk, UnreportedMigLayoutCompleter.complete(desk, seen.fleet()), wanted);
                printing.printGaps(seen);
            }
        }
        return 0;
    }

    @Override
    public boolean openEnded() {
        return watch;
    }

    private void print(ClusterSelectionService desk, GpuFleet fleet, Predicate<Map<String, String>> wanted)
            throws ProblemException {
        printing.print(new GpuReadingsReport(fleet, wanted, Clock.systemUTC().instant()), desk);
    }
}
