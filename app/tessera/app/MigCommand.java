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
import tessera.app.report.Format;
import tessera.app.report.LayoutsReport;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.insight.LabelSelector;
import tessera.model.Failure;

/** Prints how every MIG GPU is cut. */
@Command(name = "mig", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Print how every MIG GPU is cut, who holds its instances, and how well that is known.")
final class MigCommand implements Callable<Integer> {

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
            var seen = MeasuredFleet.of(desk, node -> mig(node) && wanted.test(node.info().facts().labels()),
                    Duration.ofSeconds(patience));
            spec.commandLine().getOut().print(new LayoutsReport(seen.fleet(), wanted).print(format));
            Complaints.flush(spec.commandLine());
            seen.complaint().ifPresent(words -> spec.commandLine().getErr().println("tessera: " + words));
            Complaints.incomplete(seen.fleet().snapshot(), spec.commandLine());
        }
        return 0;
    }

    private static boolean mig(GpuNode node) {
        return node.groups().stream().anyMatch(group -> group.form() == GpuGroup.Form.MIG);
    }

    private Predicate<Map<String, String>> selector() {
        try {
            return LabelSelector.parse(selector);
        } catch (IllegalArgumentException misuse) {
            throw new ParameterException(spec.commandLine(), String.valueOf(misuse.getMessage()), misuse);
        }
    }
}
