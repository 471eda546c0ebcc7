package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.Format;
import tessera.app.report.PodsReport;
import tessera.model.Failure;

/** Prints the pods that want or hold GPUs. */
@Command(name = "pods", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Print the pods that want or hold GPUs, those that wait first.")
final class PodsCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORM", defaultValue = "table", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = OutputForms.class)
    private Format format = Format.TABLE;

    @Option(names = "--pending", description = "Only those that wait for a node.")
    private boolean pending;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Give up after so many seconds.")
    private int patience = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.desk()) {
            desk.openNamed();
            Complaints.untrusted(desk.clusters().get(), spec.commandLine());
            var accelerators = desk.accelerators();
            var fleet = OneReading.of(desk.snapshots(), accelerators, OneReading.Need.PODS,
                    Duration.ofSeconds(patience));
            var report = new PodsReport(fleet, accelerators, pending, Clock.systemUTC().instant());
            spec.commandLine().getOut().print(report.print(format));
            Complaints.flush(spec.commandLine());
            Complaints.incomplete(fleet.snapshot(), spec.commandLine());
        }
        return 0;
    }
}
