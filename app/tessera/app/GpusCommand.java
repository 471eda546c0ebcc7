package tessera.app;

import java.time.Clock;
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
import tessera.app.report.DevicesReport;
import tessera.app.report.Format;
import tessera.insight.Fleet;
import tessera.insight.LabelSelector;
import tessera.model.Failure;

/** Prints what is measured of every GPU and MIG instance. */
@Command(name = "gpus", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Print what is measured of every GPU and MIG instance: the fleet's nvidia-smi.")
final class GpusCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORM", defaultValue = "table", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = OutputForms.class)
    private Format format = Format.TABLE;

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABELS", description = "Only nodes with these labels, for example pool=train,zone in (a,b).")
    private String selector = "";

    @Option(names = "--watch", description = "Print again whenever there is something new, until interrupted.")
    private boolean watch;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Give up after so many seconds.")
    private int patience = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var wanted = selector();
        try (var desk = cluster.desk()) {
            desk.openNamed();
            var seen = MeasuredFleet.of(desk, Duration.ofSeconds(patience));
            print(seen.fleet(), wanted);
            seen.complaint().ifPresent(words -> spec.commandLine().getErr().println("tessera: " + words));
            Complaints.incomplete(seen.fleet().snapshot(), spec.commandLine());
            while (watch) {
                seen = MeasuredFleet.next(desk, seen.fleet().readings());
                spec.commandLine().getOut().println();
                print(seen.fleet(), wanted);
                seen.complaint().ifPresent(words -> spec.commandLine().getErr().println("tessera: " + words));
            }
        }
        return 0;
    }

    private void print(Fleet fleet, Predicate<Map<String, String>> wanted) throws Failure {
        spec.commandLine().getOut().print(new DevicesReport(fleet, wanted, Clock.systemUTC().instant()).print(format));
        Complaints.flush(spec.commandLine());
    }

    private Predicate<Map<String, String>> selector() {
        try {
            return LabelSelector.parse(selector);
        } catch (IllegalArgumentException misuse) {
            throw new ParameterException(spec.commandLine(), String.valueOf(misuse.getMessage()), misuse);
        }
    }
}
