package tessera.app;

import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tessera.app.report.PodsReport;
import tessera.model.Failure;

/** Prints the pods that want or hold GPUs. */
@Command(name = "pods", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Print the pods that want or hold GPUs, those that wait first.")
final class PodsCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Option(names = "--pending", description = "Only those that wait for a node.")
    private boolean pending;

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.opened()) {
            var accelerators = desk.accelerators();
            var fleet = OneReading.of(desk.snapshots(), accelerators, OneReading.Need.PODS,
                    printing.patience());
            var report = new PodsReport(fleet, accelerators, pending, Clock.systemUTC().instant());
            printing.print(report);
            printing.complain(fleet.snapshot());
        }
        return 0;
    }
}
