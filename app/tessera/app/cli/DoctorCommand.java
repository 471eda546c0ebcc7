package tessera.app.cli;

import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.app.report.DoctorReport;
import tessera.app.report.UnreadableObjectsJsonWriter;
import tessera.app.wiring.ClusterSelectionService;
import tessera.doctor.ClusterDiagnoser;
import tessera.doctor.ClusterDiagnosis;
import tessera.doctor.DiagnosisInputReader;
import tessera.doctor.DiagnosisInputReader.DiagnosisRequest;
import tessera.doctor.DiagnosisScope;
import tessera.gpu.GpuNode;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;
import tessera.ui.doctor.LastHourUtilizationSource;
import tessera.yaml.TerminalSafeJsonFormatter;

/** Prints a diagnosis of a cluster's GPUs with remedies. */
@Command(name = "doctor", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class DoctorCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DoctorCommand.class);
    /** Nothing critical was found, and nodes or pods could not be read. */
    private static final int INCOMPLETE = 5;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Option(names = "--node", paramLabel = "NAME", descriptionKey = "doctor.node")
    private String node = "";

    @Option(names = "--pod", paramLabel = "[NAMESPACE/]POD", descriptionKey = "doctor.pod")
    private String pod = "";

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "text", descriptionKey = "doctor.output", completionCandidates = DiagnosisFormatNames.class)
    private DiagnosisFormat format = DiagnosisFormat.TEXT;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "doctor.timeout")
    private int timeout = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The output format of the diagnosis. */
    private enum DiagnosisFormat {
        TEXT,
        JSON,
        MD
    }

    /** Names of the output formats, as a user types them. */
    private static final class DiagnosisFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("text", "json", "md").iterator();
        }
    }

    @Override
    public Integer call() throws ProblemException {
        if (!node.isEmpty() && !pod.isEmpty()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("doctor.nodeAndPod"));
        }
        try (var clusterSelection = cluster.openDesk()) {
            var clusterDiagnosis = diagnose(clusterSelection,
                    MeasuredFleetSnapshot.awaitReadings(clusterSelection,
                            ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE,
                            each -> (node.isEmpty() && pod.isEmpty()) || each.name().equals(node) || runsPod(each),
                            Duration.ofSeconds(timeout)));
            spec.commandLine().getOut().print(switch (format) {
                case TEXT -> DoctorReport.reportText(clusterDiagnosis);
                case JSON -> TerminalSafeJsonFormatter.format(UnreadableObjectsJsonWriter.put(clusterSelection.unread(),
                        DoctorReport.toJson(clusterDiagnosis)));
                case MD -> DoctorReport.toMarkdown(documentTitle(), clusterDiagnosis);
            });
            CommandLineErrorPrinter.flushOutput(spec.commandLine());
            CommandLineErrorPrinter.remarkWithoutNodes(clusterSelection.snapshots().get(), spec.commandLine());
            return exitCode(clusterDiagnosis, clusterSelection.snapshots().get());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Returns the exit code: what may be wrong with nodes or pods that could not be read is not known. */
    private static int exitCode(ClusterDiagnosis clusterDiagnosis, ClusterSnapshot clusterSnapshot) {
        if (clusterDiagnosis.countOf(AlertOrFindingSeverity.CRITICAL) > 0) {
            return CommandLine.ExitCode.SOFTWARE;
        }
        boolean known = clusterSnapshot.podsProblem().isEmpty()
                && !(clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection);
        return known ? CommandLine.ExitCode.OK : INCOMPLETE;
    }

    private String documentTitle() {
        if (!node.isEmpty()) {
            return "Node " + node;
        }
        if (!pod.isEmpty()) {
            return "Pod " + pod;
        }
        return MESSAGES.text("doctor.title");
    }

    /** Returns whether a node runs the pod, which may be named without its namespace. */
    private boolean runsPod(GpuNode other) {
        return other.info().pods().stream().anyMatch(each -> each.key().equals(pod) || each.name().equals(pod));
    }

    private ClusterDiagnosis diagnose(ClusterSelectionService clusterSelection, MeasuredFleetSnapshot measuredFleet)
            throws ProblemException, InterruptedException {
        var clusterSnapshot = measuredFleet.fleet().snapshot();
        var hindrance = DiagnosisInputReader.examinationProblem(clusterSnapshot);
        if (hindrance.isPresent()) {
            throw new ProblemException(hindrance.get());
        }
        if (!node.isEmpty() && clusterSnapshot
                .nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            throw new ProblemException(problem.withContext(MESSAGES.reason("node.unknown", node)));
        }
        if (!node.isEmpty() && clusterSnapshot.findNode(node).isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("node.notFound", node)));
        }
        if (!pod.isEmpty() && WhyUnschedulableCommand
                .findWithoutPods(clusterSelection.clusterServices().objectSource(), clusterSnapshot, pod).isEmpty()) {
            pod = WhyUnschedulableCommand.findPod(clusterSnapshot, pod).key();
        }
        var focus = new DiagnosisScope(node, pod);
        var reached = clusterSelection.clusterServices();
        var now = Clock.systemUTC().instant();
        var input = new DiagnosisInputReader(reached.stackSource(), reached.objectSource(),
                clusterSelection.accelerators()).readInput(measuredFleet.fleet(),
                        DiagnosisRequest.ofOneReading(measuredFleet.fleet(), clusterSelection.alertRules(), focus,
                                LastHourUtilizationSource.before(now, clusterSelection, measuredFleet.fleet()), now));
        return new ClusterDiagnoser(clusterSelection.accelerators()).examine(input, focus)
                .forTarget(clusterSelection.commandTarget());
    }
}
