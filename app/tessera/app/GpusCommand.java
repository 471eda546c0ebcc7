package tessera.app;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.app.report.DevicesReport;
import tessera.insight.GpuFleet;
import tessera.model.Failure;

/** Prints the readings of every GPU and MIG instance. */
@Command(name = "gpus", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List every GPU and MIG instance with its metrics, like nvidia-smi for the whole fleet.")
final class GpusCommand implements Callable<Integer>, CommandDeadline.OpenEndedCommand {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Mixin
    private NodeSelector selector = new NodeSelector();

    @Option(names = "--watch", description = "Print again whenever readings change, until interrupted.")
    private boolean watch;

    @Override
    public Integer call() throws Failure {
        var wanted = selector.toPredicate();
        try (var desk = cluster.openDesk()) {
            var seen = MeasuredFleet.awaitReadings(desk, printing.clusterTimeout());
            print(desk, ConfiguredFleet.complete(desk, seen.fleet()), wanted);
            printing.printGaps(seen);
            while (watch) {
                seen = MeasuredFleet.awaitNext(desk, seen.fleet().readings());
                printing.printSeparator();
                print(desk, ConfiguredFleet.complete(desk, seen.fleet()), wanted);
                printing.printGaps(seen);
            }
        }
        return 0;
    }

    @Override
    public boolean openEnded() {
        return watch;
    }

    private void print(ClusterDesk desk, GpuFleet fleet, Predicate<Map<String, String>> wanted) throws Failure {
        printing.print(new DevicesReport(fleet, wanted, Clock.systemUTC().instant()), desk);
    }
}
