package tessera.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.report.LaunchSchedulabilityReport;
import tessera.app.report.UnreadableObjectsJsonWriter;
import tessera.app.report.UnschedulablePodReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigRepartitionFinder;
import tessera.gpu.PodOwnerFinder;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintRule.ServerAdmissionResult;
import tessera.lint.source.ManifestJsonConverter;
import tessera.mig.MigProductCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.quota.KueuePodPlacementPredictor;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.ManifestPlacementPredictor;
import tessera.scheduling.PodFitCheck;
import tessera.scheduling.PodPlacementInputReader;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.scheduling.WorkloadWithoutPodsReader;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;
import tessera.yaml.TerminalSafeJsonFormatter;

/** Prints why a pod, or the pods of a manifest, cannot be scheduled. */
@Command(name = "why", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class WhyUnschedulableCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WhyUnschedulableCommand.class);

    private static final int LISTED = 3;

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Parameters(arity = "0..1", paramLabel = "[NAMESPACE/]POD", descriptionKey = "whyUnschedulable.namespace-pod")
    private @Nullable String pod;

    @Option(names = {"-f", "--filename"}, paramLabel = "FILE", descriptionKey = "whyUnschedulable.filename")
    private @Nullable Path file;

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "whyUnschedulable.namespace")
    private @Nullable String namespace;

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "text", descriptionKey = "whyUnschedulable.output", completionCandidates = WhyAnswerFormatNames.class)
    private WhyAnswerFormat format = WhyAnswerFormat.TEXT;

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "whyUnschedulable.timeout")
    private int timeout = 60;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The output format of the answer. */
    private enum WhyAnswerFormat {
        TEXT,
        WIDE,
        JSON
    }

    /** Names of the output formats, as a user types them. */
    private static final class WhyAnswerFormatNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("text", "wide", "json").iterator();
        }
    }

    @Override
    public Integer call() throws ProblemException {
        if ((pod == null) == (file == null)) {
            throw new ParameterException(spec.commandLine(),
                    MESSAGES.text(pod == null ? "why.noTarget" : "why.twoTargets"));
        }
        var objects = readManifest();
        try (var clusterSelection = cluster.openDesk()) {
            var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), clusterSelection.accelerators(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, Duration.ofSeconds(timeout));
            print(pod == null ? explainLaunches(clusterSelection, fleet, objects)
                    : explainPod(clusterSelection, fleet, qualifiedName(pod)));
            CommandLineErrorPrinter.remarkWithoutNodes(fleet.snapshot(), spec.commandLine());
            CommandLineErrorPrinter.remarkIncomplete(fleet.snapshot(), spec.commandLine());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
        return 0;
    }

    /** Reads the manifest, if one is given, and fails where a server would refuse it. */
    private List<JsonNode> readManifest() throws ProblemException {
        if (file == null) {
            return List.of();
        }
        var text = CommandFileArgumentReader.readTextOrInput(file);
        var read = ManifestJsonConverter.parseDocuments(text);
        if (namespace != null) {
            NamespaceOptionValidator.checkManifest(text, namespace);
        }
        var linter = new ManifestLinter(AcceleratorCatalog.standard());
        var refused = linter.findByAdmission(text, ServerAdmissionResult.REFUSED);
        if (!refused.isEmpty()) {
            throw new ProblemException(findingsProblem(MESSAGES.reason("why.rejected"), refused));
        }
        var dropped = linter.findByAdmission(text, ServerAdmissionResult.DROPPED);
        if (!dropped.isEmpty()) {
            CommandLineErrorPrinter.printRemark(findingsProblem(MESSAGES.reason("why.rejectedOrPruned"), dropped),
                    spec.commandLine());
        }
        return read;
    }

    private static Problem findingsProblem(Reason reason, List<LintFinding> findings) {
        var text = findings.stream().limit(LISTED)
                .map(finding -> MESSAGES.text("why.finding", finding.line(), finding.reasonText()))
                .collect(SentenceJoiner.toClauses())
                + (findings.size() > LISTED ? "; " + MESSAGES.text("why.moreFindings", findings.size() - LISTED) : "");
        return Problem.of(OperationProblemKind.CONFIGURATION, reason).withDetail(text)
                .withRemedy(MESSAGES.text("why.rejected.remedy"));
    }

    private String explainPod(ClusterSelectionService clusterSelection, GpuFleet gpuFleet, String name)
            throws ProblemException, InterruptedException {
        var clusterSnapshot = gpuFleet.snapshot();
        var objects = clusterSelection.clusterServices().objectSource();
        var work = findWithoutPods(objects, clusterSnapshot, name, true);
        if (work.isPresent()) {
            var workload = work.get().withCommandTarget(clusterSelection.commandTarget());
            var resumed = new ManifestPlacementPredictor(objects).checkResumed(gpuFleet, workload.workload());
            if (format == WhyAnswerFormat.JSON) {
                return formatJson(clusterSelection, UnschedulablePodReport.toJson(workload, resumed));
            }
            return UnschedulablePodReport.reportText(workload, resumed);
        }
        var podSummary = findPod(clusterSnapshot, name);
        var whole = objects.find(ObjectRef.pod(podSummary.namespace(), podSummary.name()))
                .orElseThrow(() -> new ProblemException(
                        Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("pod.gone", name))));
        var spec = PodSchedulingSpec.of(whole);
        // What speaks against the GPUs of its node, exporters tell as well.
        var fleet = podSummary.hasFailed()
                ? MeasuredFleetSnapshot
                        .awaitReadings(clusterSelection, ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE,
                                node -> node.name().equals(podSummary.node()), Duration.ofSeconds(timeout))
                        .fleet()
                : measureIfNeeded(clusterSelection, gpuFleet, Stream.of(spec));
        var fit = new PodFitCheck(MigProductCatalog.bundled())
                .check(fleet, spec, Optional.of(podSummary), new PodPlacementInputReader(objects).read(spec))
                .withCommandTarget(clusterSelection.commandTarget());
        if (format == WhyAnswerFormat.JSON) {
            return formatJson(clusterSelection, UnschedulablePodReport.toJson(fit));
        }
        return UnschedulablePodReport.reportText(fit,
                "%s · %s%s".formatted(podSummary.key(), podSummary.status(), ageText(clusterSnapshot, podSummary)))
                + (format == WhyAnswerFormat.WIDE ? UnschedulablePodReport.wideNodesText(fit) : "");
    }

    /** Returns the fleet with readings where the pods request MIG instances: only exporters report where instances lie. */
    private GpuFleet measureIfNeeded(ClusterSelectionService clusterSelection, GpuFleet gpuFleet,
            Stream<PodSchedulingSpec> wishes) throws ProblemException, InterruptedException {
        if (!gpuFleet.snapshot().hasAllNodes() || wishes
                .allMatch(spec -> MigRepartitionFinder.requestedInstances(spec.requests()).instanceCount() == 0)) {
            return gpuFleet;
        }
        return MeasuredFleetSnapshot.awaitReadings(clusterSelection, Duration.ofSeconds(timeout)).fleet();
    }

    /** Returns the workload of this name that lacks pods, where there is no such pod. */
    static Optional<WorkloadWithoutPods> findWithoutPods(ClusterObjectSource objects, ClusterSnapshot clusterSnapshot,
            String name) throws ProblemException, InterruptedException {
        return findWithoutPods(objects, clusterSnapshot, name, false);
    }

    /**
     * Finds the workload without pods, or its failed pods; fails where it may not be read.
     *
     * @param failed whether Jobs that were given up are meant, too
     */
    private static Optional<WorkloadWithoutPods> findWithoutPods(ClusterObjectSource objects,
            ClusterSnapshot clusterSnapshot, String name, boolean failed)
            throws ProblemException, InterruptedException {
        int slash = name.indexOf('/');
        if (slash < 0 || clusterSnapshot.pods().anyMatch(pod -> pod.key().equals(name))) {
            return Optional.empty();
        }
        var reader = new WorkloadWithoutPodsReader(objects, clusterSnapshot, Clock.systemUTC().instant());
        try {
            var lacking = reader.find(name.substring(0, slash), name.substring(slash + 1));
            if (lacking.isPresent() || !failed) {
                return lacking;
            }
            return reader.findFailedJob(name.substring(0, slash), name.substring(slash + 1));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            var given = failed ? findFailed(reader, name, slash) : Optional.<WorkloadWithoutPods>empty();
            if (given.isPresent()) {
                return given;
            }
            var pods = podsOfOwnerText(clusterSnapshot, name);
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("pod.notFound", name)).withRemedy(
                            MESSAGES.text("why.workloadsUnknown", pods, problemException.problem().headline())),
                    problemException);
        }
    }

    private static Optional<WorkloadWithoutPods> findFailed(WorkloadWithoutPodsReader reader, String name, int slash)
            throws ProblemException, InterruptedException {
        try {
            return reader.findFailedJob(name.substring(0, slash), name.substring(slash + 1));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    private static String ageText(ClusterSnapshot clusterSnapshot, PodSummary pod) {
        var created = pod.created();
        if (created == null) {
            return "";
        }
        return " · " + MESSAGES.text("why.created", clusterSnapshot.ageOf(created, Clock.systemUTC().instant()));
    }

    private String qualifiedName(String name) {
        return namespace == null || name.contains("/") ? name : namespace + "/" + name;
    }

    /** Returns the named pod; without a namespace the name must be unique. */
    static PodSummary findPod(ClusterSnapshot clusterSnapshot, String name) throws ProblemException {
        int slash = name.indexOf('/');
        var pods = clusterSnapshot.pods().filter(pod -> slash < 0 ? pod.name().equals(name) : pod.key().equals(name))
                .toList();
        if (pods.size() > 1) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("pod.ambiguous", name))
                            .withRemedy(MESSAGES.text("pod.ambiguous.remedy",
                                    pods.stream().map(PodSummary::key).collect(Collectors.joining(", ")))));
        }
        if (pods.isEmpty()
                && clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            throw new ProblemException(problem.withContext(MESSAGES.reason("pod.unknown", name)));
        }
        return pods.stream().findFirst().orElseThrow(() -> new ProblemException(
                Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("pod.notFound", name)).withRemedy(
                        slash < 0 ? MESSAGES.text("why.workloadName") : podsOfOwnerText(clusterSnapshot, name))));
    }

    /** Returns the pods of an owner of this name, waiting ones first; empty where it has none. */
    private static String podsOfOwnerText(ClusterSnapshot clusterSnapshot, String name) {
        var pods = clusterSnapshot.pods().filter(pod -> belongsToWorkload(pod, name))
                .sorted(Comparator.comparing((PodSummary pod) -> !pod.node().isEmpty()).thenComparing(PodSummary::name))
                .limit(LISTED).toList();
        if (pods.isEmpty()) {
            return "";
        }
        return MESSAGES.text("why.onePod", ownerKind(pods.getFirst(), name),
                pods.stream().map(PodSummary::key).collect(Collectors.joining(", ")));
    }

    private static boolean belongsToWorkload(PodSummary pod, String name) {
        return Stream.of(pod.owner(), PodOwnerFinder.ownerOf(pod))
                .anyMatch(owner -> name.equals(pod.namespace() + "/" + owner.name()));
    }

    /** Returns the kind of the pod's owner, direct or real, that has this name. */
    private static String ownerKind(PodSummary pod, String name) {
        if (name.endsWith("/" + pod.owner().name())) {
            return pod.owner().kind();
        }
        return PodOwnerFinder.ownerOf(pod).kind();
    }

    private String explainLaunches(ClusterSelectionService clusterSelection, GpuFleet fleet, List<JsonNode> objects)
            throws ProblemException, InterruptedException {
        var queued = new KueuePodPlacementPredictor(clusterSelection.clusterServices().objectSource());
        var manifest = queued.resolveRuntimes(ManifestPodFinder.readContents(objects,
                namespace == null
                        ? ClusterConnectionAwaiter.defaultNamespace(clusterSelection, Duration.ofSeconds(timeout))
                        : namespace));
        var wishes = manifest.pods().stream().map(pods -> PodSchedulingSpec.of(pods.pod()));
        var launches = queued.checkResolved(measureIfNeeded(clusterSelection, fleet, wishes), manifest).stream()
                .map(outcome -> outcome.withCommandTarget(clusterSelection.commandTarget())).toList();
        if (format == WhyAnswerFormat.JSON || !launches.isEmpty()) {
            manifest.problemTexts().forEach(gap -> CommandLineErrorPrinter
                    .printRemark(Problem.of(OperationProblemKind.NOT_FOUND, gap), spec.commandLine()));
        }
        if (format == WhyAnswerFormat.JSON) {
            return formatJson(clusterSelection, LaunchSchedulabilityReport.toJson(launches, manifest.problemTexts()));
        }
        return LaunchSchedulabilityReport.reportText(launches, manifest.noPodsText());
    }

    private static String formatJson(ClusterSelectionService clusterSelection, ObjectNode report) {
        return TerminalSafeJsonFormatter.format(UnreadableObjectsJsonWriter.put(clusterSelection.unread(), report));
    }

    private void print(String text) throws ProblemException {
        spec.commandLine().getOut().print(text);
        CommandLineErrorPrinter.flushOutput(spec.commandLine());
    }
}
