package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.alerts.Severity;
import tessera.app.report.DoctorReport;
import tessera.app.report.UnreadReport;
import tessera.doctor.ClusterDoctor;
import tessera.doctor.ClusterExamination;
import tessera.doctor.ClusterExamination.ExaminationRequest;
import tessera.doctor.Diagnosis;
import tessera.doctor.ExaminationScope;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SourceHealth;
import tessera.ui.doctor.MeasuredHour;
import tessera.yaml.JsonText;

/** Prints what is wrong with the GPUs of a cluster, from end to end, and what helps. */
@Command(name = "doctor", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Diagnose the GPUs of the cluster: findings with evidence and remedy. Exits with 1 if a finding is critical.")
final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--node", paramLabel = "NAME", description = "Show only findings about this node.")
    private String node = "";

    @Option(names = "--pod", paramLabel = "[NAMESPACE/]POD", description = "Show only findings about this pod and its node, or about a workload without pods. The namespace can be left out if the name is unique.")
    private String pod = "";

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "text", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = DiagnosisFormNames.class)
    private DiagnosisForm form = DiagnosisForm.TEXT;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** How the diagnosis is printed. */
    private enum DiagnosisForm {
        TEXT,
        JSON,
        MD
    }

    /** The forms, as a user types them. */
    private static final class DiagnosisFormNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("text", "json", "md").iterator();
        }
    }

    @Override
    public Integer call() throws Failure {
        if (!node.isEmpty() && !pod.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Name a node or a pod, not both");
        }
        try (var desk = cluster.opened()) {
            var diagnosis = diagnosis(desk, MeasuredFleet.of(desk, SnapshotAwaiter.RequiredSource.NONE,
                    each -> (node.isEmpty() && pod.isEmpty()) || each.name().equals(node) || holds(each),
                    Duration.ofSeconds(patience)));
            spec.commandLine().getOut().print(switch (form) {
                case TEXT -> DoctorReport.text(diagnosis);
                case JSON -> JsonText.of(UnreadReport.put(desk.unread(), DoctorReport.json(diagnosis)));
                case MD -> DoctorReport.markdown(title(), diagnosis);
            });
            CliErrors.flush(spec.commandLine());
            CliErrors.withoutNodes(desk.snapshots().get(), spec.commandLine());
            return diagnosis.count(Severity.CRITICAL) > 0 ? 1 : 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    private String title() {
        return !node.isEmpty() ? "Node " + node : !pod.isEmpty() ? "Pod " + pod : "GPUs of the cluster";
    }

    /** The pod may be named without its namespace: which one that is, is known only after its node was waited for. */
    private boolean holds(GpuNode other) {
        return other.info().pods().stream().anyMatch(each -> each.key().equals(pod) || each.name().equals(pod));
    }

    private Diagnosis diagnosis(ClusterDesk desk, MeasuredFleet seen) throws Failure, InterruptedException {
        var snapshot = seen.fleet().snapshot();
        var hindrance = ClusterExamination.hindrance(snapshot);
        if (hindrance.isPresent()) {
            throw new Failure(hindrance.get());
        }
        if (!node.isEmpty() && snapshot.nodeHealth() instanceof SourceHealth.Absent(var why)) {
            throw new Failure(why.about("Whether there is a node “%s” is not known".formatted(node)));
        }
        if (!node.isEmpty() && snapshot.node(node).isEmpty()) {
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no node “%s”".formatted(node)));
        }
        if (!pod.isEmpty() && WhyCommand.podless(desk.reached().objects(), snapshot, pod).isEmpty()) {
            pod = WhyCommand.found(snapshot, pod).key();
        }
        var focus = new ExaminationScope(node, pod);
        var reached = desk.reached();
        var now = Clock.systemUTC().instant();
        var known = new ClusterExamination(reached.stack(), reached.objects(), desk.accelerators()).of(seen.fleet(),
                ExaminationRequest.once(seen.fleet(), desk.rules(), focus, MeasuredHour.before(now, desk, seen.fleet()),
                        now));
        return new ClusterDoctor(desk.accelerators()).examine(known, focus).in(desk.target());
    }
}
