package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.FleetReport;
import tessera.model.Failure;

/** Prints the devices of every GPU node: total, allocated, free. */
@Command(name = "fleet", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List GPU nodes with capacity, allocatable, allocated and free devices.")
final class FleetCommand implements Callable<Integer> {

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
            var fleet = MeasuredFleet.awaitBriefly(desk, printing.clusterTimeout());
            printing.print(new FleetReport(fleet, wanted), desk);
            printing.printGaps(fleet.snapshot());
        }
        return 0;
    }
}
