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

/** Prints a diagnosis of a cluster's GPUs with remedies. */
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

    /** The output format of the diagnosis. */
    private enum DiagnosisForm {
        TEXT,
        JSON,
        MD
    }

    /** Names of the output formats, as a user types them. */
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
        try (var desk = cluster.openDesk()) {
            var diagnosis = diagnose(desk, MeasuredFleet.awaitReadings(desk, SnapshotAwaiter.RequiredSource.NONE,
                    each -> (node.isEmpty() && pod.isEmpty()) || each.name().equals(node) || runsPod(each),
                    Duration.ofSeconds(patience)));
            spec.commandLine().getOut().print(switch (form) {
                case TEXT -> DoctorReport.reportText(diagnosis);
                case JSON -> JsonText.format(UnreadReport.put(desk.unread(), DoctorReport.toJson(diagnosis)));
                case MD -> DoctorReport.toMarkdown(documentTitle(), diagnosis);
            });
            CliErrors.flushOutput(spec.commandLine());
            CliErrors.remarkWithoutNodes(desk.snapshots().get(), spec.commandLine());
            return diagnosis.countOf(Severity.CRITICAL) > 0 ? 1 : 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    private String documentTitle() {
        return !node.isEmpty() ? "Node " + node : !pod.isEmpty() ? "Pod " + pod : "GPUs of the cluster";
    }

    /** Returns whether a node runs the pod, which may be named without its namespace. */
    private boolean runsPod(GpuNode other) {
        return other.info().pods().stream().anyMatch(each -> each.key().equals(pod) || each.name().equals(pod));
    }

    private Diagnosis diagnose(ClusterDesk desk, MeasuredFleet seen) throws Failure, InterruptedException {
        var snapshot = seen.fleet().snapshot();
        var hindrance = ClusterExamination.examinationProblem(snapshot);
        if (hindrance.isPresent()) {
            throw new Failure(hindrance.get());
        }
        if (!node.isEmpty() && snapshot.nodeHealth() instanceof SourceHealth.UnavailableSource(var problem)) {
            throw new Failure(problem.withContext("Whether there is a node “%s” is not known".formatted(node)));
        }
        if (!node.isEmpty() && snapshot.findNode(node).isEmpty()) {
            throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no node “%s”".formatted(node)));
        }
        if (!pod.isEmpty()
                && WhyCommand.findWithoutPods(desk.clusterServices().objectSource(), snapshot, pod).isEmpty()) {
            pod = WhyCommand.findPod(snapshot, pod).key();
        }
        var focus = new ExaminationScope(node, pod);
        var reached = desk.clusterServices();
        var now = Clock.systemUTC().instant();
        var input = new ClusterExamination(reached.stackSource(), reached.objectSource(), desk.accelerators())
                .readInput(seen.fleet(),
                        ExaminationRequest.ofOneReading(seen.fleet(), desk.alertRules(), focus,
                                MeasuredHour.before(now, desk, seen.fleet()),
                                now));
        return new ClusterDoctor(desk.accelerators()).examine(input, focus).forTarget(desk.commandTarget());
    }
}
