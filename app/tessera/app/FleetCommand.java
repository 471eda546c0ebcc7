package tessera.app;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.report.FleetReport;
import tessera.app.report.Format;
import tessera.insight.LabelSelector;
import tessera.model.Failure;

/** Prints what every GPU node has, what of it is allocated and what is free. */
@Command(name = "fleet", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Print per-node GPU allocation.")
final class FleetCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORM", defaultValue = "table", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = OutputForms.class)
    private Format format = Format.TABLE;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABELS", description = "Only nodes with these labels, for example pool=train,zone in (a,b).")
    private String selector = "";

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Give up after so many seconds.")
    private int patience = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var wanted = selector();
        try (var desk = cluster.desk()) {
            desk.openNamed();
            Complaints.untrusted(desk.clusters().get(), spec.commandLine());
            var fleet = OneReading.of(desk.snapshots(), desk.accelerators(), OneReading.Need.NODES,
                    Duration.ofSeconds(patience));
            spec.commandLine().getOut().print(new FleetReport(fleet, wanted).print(format));
            Complaints.flush(spec.commandLine());
            Complaints.incomplete(fleet.snapshot(), spec.commandLine());
        }
        return 0;
    }

    private Predicate<Map<String, String>> selector() {
        try {
            return LabelSelector.parse(selector);
        } catch (IllegalArgumentException misuse) {
            throw new ParameterException(spec.commandLine(), String.valueOf(misuse.getMessage()), misuse);
        }
    }
}
