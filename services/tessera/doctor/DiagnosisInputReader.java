package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.doctor.DiagnosisInput.MisleadingQuotaEntry;
import tessera.doctor.DiagnosisInput.SimilarPendingPods;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.mig.MigProductCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.PodFitCheck;
import tessera.scheduling.PodFitResult;
import tessera.scheduling.PodPlacementInputReader;
import tessera.scheduling.TruncationRecordingObjectSource;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.stack.GpuStackClusterReader;
import tessera.stack.GpuStackComponentLogReader;
import tessera.stack.GpuStackStatus;
import tessera.text.MessageCatalog;

/** Reads the input of an examination beside nodes and pods. Waits for the cluster; what may not be read is told as skipped. */
public final class DiagnosisInputReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DiagnosisInputReader.class);
    private static final ObjectRef QUOTAS = new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", "");
    private static final ObjectRef RANGES = new ObjectRef("v1", "LimitRange", "limitranges", "", "");
    private static final int MOST_LOGS = 20;
    private static final int MOST_GROUPS = 60;

    private final GpuStackClusterReader stack;
    private final ClusterObjectSource objectSource;
    private final TruncationRecordingObjectSource objects;
    private final AcceleratorCatalog accelerators;
    private final List<String> skipped = new ArrayList<>();
    private final RefusedReadRecorder refusedReads = new RefusedReadRecorder();

    /** @param accelerators which resources are devices */
    public DiagnosisInputReader(GpuStackClusterReader stack, ClusterObjectSource objects,
            AcceleratorCatalog accelerators) {
        this.stack = refusedReads.recorded(stack);
        this.objectSource = refusedReads.recorded(objects);
        this.objects = new TruncationRecordingObjectSource(objectSource);
        this.accelerators = accelerators;
    }

    /**
     * The request for an examination.
     *
     * @param alerts what the rules find
     * @param history   what devices did before
     */
    public record DiagnosisRequest(AlertRules rules, AlertSnapshot alerts, DiagnosisScope scope,
            GpuUtilizationHistory history, Instant now) {

        /** Returns a request with the alerts that the rules raise in one reading. */
        public static DiagnosisRequest ofOneReading(GpuFleet fleet, AlertRules rules, DiagnosisScope focus,
                GpuUtilizationHistory hour, Instant now) {
            return new DiagnosisRequest(rules,
                    new AlertEngine(rules, XidCatalog.standardCatalog()).evaluate(fleet, fleet.readings(), now), focus,
                    hour, now);
        }
    }

    /** Returns the problem that leaves nothing to examine; empty where nodes may be read, or pods at least. */
    public static Optional<Problem> examinationProblem(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)
                && clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection) {
            return Optional.of(problem);
        }
        return Optional.empty();
    }

    /** Returns the complete input about a fleet, with its present readings. */
    public DiagnosisInput readInput(GpuFleet fleet, DiagnosisRequest request)
            throws ProblemException, InterruptedException {
        clearRecords();
        var now = request.now();
        var found = attempt("unread.stack", () -> Optional.of(readStack(fleet, request)));
        found.ifPresent(this::reportUnread);
        var inventory = readInventory(fleet, found, request.scope());
        var waiting = readWaiting(fleet, request.scope());
        // Of no single node, and of other namespaces than that of the pod that is meant, nothing of this is told.
        var namespace = request.scope().podNamespace();
        boolean makers = request.scope().node().isEmpty();
        var asked = makers ? fleet.snapshot().podScope().askedNamespaces(namespace) : List.<String>of();
        var refused = readRefused(fleet.snapshot(), asked, now);
        var ranges = new LimitRangeBounds();
        var evidence = readEvidence(fleet, request);
        var limits = readLimits(ranges, asked);
        var logs = new TerminatedPodLogReader(stack, accelerators, skipped);
        var written = attempt("unread.logs", () -> Optional.of(logs.readLogs(fleet, request.scope())));
        var starts = attempt("unread.startup",
                () -> Optional.of(
                        new PodStartupProblemReader(objects, fleet, accelerators, now).read(request.scope(), skipped)))
                .orElse(PodStartupProblemReader.PodStartupProblems.NOTHING);
        var underuse = new LowGpuUtilizationCheck(objects, skipped, request.history(), now);
        var underused = attempt("unread.utilization", () -> Optional.of(underuse.findSymptoms(fleet, request.scope())));
        var uncounted = Optional.of(UnrequestedGpuAccessFinder.findSymptoms(fleet, request.scope(), accelerators));
        skipped.addAll(objects.truncationMessages());
        skipped.addAll(objects.unread().lines());
        hidden(fleet);
        return new DiagnosisInput(fleet, request.rules(), request.alerts(), found, inventory, waiting,
                Stream.of(Optional.of(starts.symptoms()), underused, uncounted).flatMap(Optional::stream)
                        .flatMap(List::stream).toList(),
                underuse.underusedShared(fleet), written.orElse(Map.of()), starts.warnings(),
                launchFailures(refused, ranges, evidence, request.scope()), limits, evidence, skipped,
                refusedReads.refusals(), now);
    }

    private void clearRecords() {
        skipped.clear();
        objects.clear();
        refusedReads.clear();
    }

    private GpuStackConfigInventory readInventory(GpuFleet fleet, Optional<GpuStackStatus> parts, DiagnosisScope scope)
            throws ProblemException, InterruptedException {
        if (parts.isEmpty()) {
            return GpuStackConfigInventory.NONE;
        }
        return attempt("unread.inventory", () -> Optional.of(GpuStackConfigInventory.read(parts.get(), objects)))
                .orElse(GpuStackConfigInventory.NONE).withSymptoms(readSymptoms(fleet, parts.get(), scope));
    }

    private static List<CreationFailureEvent> launchFailures(List<CreationFailureEvent> refused,
            LimitRangeBounds ranges, NodeDiagnosisFacts evidence, DiagnosisScope scope) {
        return Stream.concat(refused.stream().map(ranges::withLimitRange),
                scope.includesAll() ? FailedNodeClaimReader.launchFailures(evidence.claims()).stream() : Stream.of())
                .toList();
    }

    /** What of claims may not be read. */
    private void hidden(GpuFleet fleet) {
        fleet.snapshot().devices().hiddenProblems()
                .forEach(problem -> skipped.add(MESSAGES.text("unread.claims", problem.textWithRemedy())));
    }

    /** Returns the facts about the examined nodes. */
    private NodeDiagnosisFacts readEvidence(GpuFleet fleet, DiagnosisRequest request)
            throws ProblemException, InterruptedException {
        var reader = new NodeDiagnosisFactsReader(objects, stack);
        var home = request.scope().nodeName(fleet.snapshot());
        var nodes = fleet.nodes().stream().filter(node -> request.scope().includesAll() || node.name().equals(home))
                .toList();
        return new NodeDiagnosisFacts(
                attempt("unread.cordons", () -> Optional.of(reader.cordonWrites(nodes))).orElse(Map.of()),
                attempt("unread.nodeClaims", () -> Optional.of(FailedNodeClaimReader.read(objects))).orElse(List.of()),
                attempt("unread.validations", () -> Optional.of(reader.fabricLines(fleet, nodes))).orElse(Map.of()),
                attempt("unread.deviceConfigs", () -> Optional.of(FailedAmdDriverUpgrade.read(nodes, objects)))
                        .orElse(List.of()));
    }

    /** Reports the parts of the stack, and the logs and events of its components, that could not be read. */
    private void reportUnread(GpuStackStatus stack) {
        stack.objects().release().problem()
                .ifPresent(problem -> skipped.add(MESSAGES.text("unread.release", problem.problemText())));
        stack.objects().policies().problem()
                .ifPresent(problem -> skipped.add(MESSAGES.text("unread.policies", problem.problemText())));
        stack.objects().operandSets().problem()
                .ifPresent(problem -> skipped.add(MESSAGES.text("unread.daemonSets", problem.problemText())));
        stack.objects().operator().problem()
                .ifPresent(problem -> skipped.add(MESSAGES.text("unread.operator", problem.problemText())));
        refusedReads.refusals().stream().map(Problem::headline).distinct()
                .forEach(refusal -> skipped.add(MESSAGES.text("unread.componentLogs", refusal)));
    }

    /** A read of the cluster that may fail. */
    private interface DiagnosisReadAttempt<T> {
        Optional<T> read() throws ProblemException, InterruptedException;
    }

    private <T> Optional<T> attempt(String key, DiagnosisReadAttempt<T> reading)
            throws ProblemException, InterruptedException {
        return attempt(key, "", reading);
    }

    /** @param key of the sentence that tells what could not be read, of which object */
    private <T> Optional<T> attempt(String key, String object, DiagnosisReadAttempt<T> reading)
            throws ProblemException, InterruptedException {
        try {
            return reading.read();
        } catch (ProblemException problemException) {
            switch (problemException.problem().kind()) {
                case UNREACHABLE, UNAUTHENTICATED, TIMEOUT, OVERLOADED -> throw problemException;
                default -> {
                    // What else there is may still be looked at.
                }
            }
            skipped.add(MESSAGES.text(key, problemException.problem().problemText(), object));
            return Optional.empty();
        }
    }

    /** Returns the symptoms of the stack; those of no single node only where everything is examined. */
    private GpuStackSymptoms readSymptoms(GpuFleet fleet, GpuStackStatus parts, DiagnosisScope focus)
            throws ProblemException, InterruptedException {
        var held = attempt("unread.upgrades", () -> Optional.of(new BlockedDriverUpgradeCheck(parts, objects).read()))
                .orElse(Map.<String, List<String>>of());
        var unled = attempt("unread.policy", () -> MissingClusterPolicy.read(parts, objects));
        if (!focus.includesAll()) {
            return new GpuStackSymptoms(held, Map.of(), unled, Optional.empty(), ExporterServiceMonitorProblems.NONE);
        }
        return new GpuStackSymptoms(held,
                attempt("unread.operatorPods",
                        () -> Optional.of(GpuStackSymptoms.readOutOfMemory(fleet, parts, objects))).orElse(Map.of()),
                unled, attempt("unread.crds", () -> OutdatedOperatorCrds.read(parts, objects)), readMonitors(fleet));
    }

    private ExporterServiceMonitorProblems readMonitors(GpuFleet fleet) throws ProblemException, InterruptedException {
        var reader = new ExporterServiceMonitorReader(objects);
        var readers = attempt("unread.monitors", () -> Optional.of(reader.findSelections(fleet))).orElse(List.of());
        return attempt("unread.selectors", () -> Optional.of(reader.findMonitorProblem(readers)))
                .orElseGet(() -> ExporterServiceMonitorReader.findDuplicates(readers));
    }

    /** Returns the stack with the chains of the examined nodes: of others neither logs nor pods are read. */
    private GpuStackStatus readStack(GpuFleet fleet, DiagnosisRequest request)
            throws ProblemException, InterruptedException {
        var whole = new GpuStackStatus.GpuStackStatusEvaluator().readStack(fleet, stack.read(), request.now());
        var home = request.scope().nodeName(fleet.snapshot());
        var meant = whole.chains().stream().filter(chain -> request.scope().includesAll() || chain.name().equals(home))
                .toList();
        return new GpuStackComponentLogReader(stack).explainByLogs(new GpuStackStatus(whole.objects(),
                whole.policyStatus(), meant, whole.otherNodes(), whole.readyPlugins()), MOST_LOGS);
    }

    /** Returns the waiting pods in groups: each is represented by one of its pods. */
    private List<SimilarPendingPods> readWaiting(GpuFleet fleet, DiagnosisScope focus)
            throws ProblemException, InterruptedException {
        var pending = new LinkedHashMap<String, PodSummary>();
        fleet.snapshot().unbound().stream().filter(pod -> pod.key().equals(focus.pod()) && pod.waitsForNode())
                .forEach(pod -> pending.put(pod.key(), pod));
        if (focus.includesAll()) {
            fleet.pendingPods().forEach(pod -> pending.put(pod.key(), pod));
        }
        var groups = new PendingPodGrouper(fleet.snapshot().devices()).groupPods(pending.values());
        if (groups.size() > MOST_GROUPS) {
            skipped.add(MESSAGES.text("limit.pending", groups.size() - MOST_GROUPS, MOST_GROUPS));
        }
        var judge = new PodFitContext(fleet, new PodFitCheck(MigProductCatalog.bundled()),
                new PodPlacementInputReader(objectSource));
        var waiting = new ArrayList<SimilarPendingPods>();
        for (var pods : groups.stream().limit(MOST_GROUPS).toList()) {
            attempt("unread.fit", pods.getFirst().key(), () -> readFit(pods.getFirst(), judge))
                    .ifPresent(fit -> waiting.add(new SimilarPendingPods(pods, fit)));
        }
        return waiting;
    }

    /** The context in which the fit of pods is computed. */
    private record PodFitContext(GpuFleet fleet, PodFitCheck check, PodPlacementInputReader surroundings) {}

    private Optional<PodFitResult> readFit(PodSummary pod, PodFitContext judge)
            throws ProblemException, InterruptedException {
        var whole = objects.find(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var spec = PodSchedulingSpec.of(whole.get());
        return Optional.of(judge.check().check(judge.fleet(), spec, Optional.of(pod), judge.surroundings().read(spec)));
    }

    private List<CreationFailureEvent> readRefused(ClusterSnapshot clusterSnapshot, List<String> namespaces,
            Instant now) throws ProblemException, InterruptedException {
        var events = new RefusedPodEventReader(objects);
        var refused = new ArrayList<CreationFailureEvent>();
        for (var namespace : namespaces) {
            attempt("unread.events", () -> Optional.of(events.read(namespace, clusterSnapshot, now)))
                    .ifPresent(refused::addAll);
        }
        return refused;
    }

    private List<MisleadingQuotaEntry> readLimits(LimitRangeBounds ranges, List<String> namespaces)
            throws ProblemException, InterruptedException {
        var limits = new ArrayList<MisleadingQuotaEntry>();
        for (var namespace : namespaces) {
            addLimits(ranges, namespace, limits);
        }
        return limits;
    }

    private void addLimits(LimitRangeBounds ranges, String namespace, List<MisleadingQuotaEntry> limits)
            throws ProblemException, InterruptedException {
        attempt("unread.quotas", () -> {
            objects.forEach(inNamespace(QUOTAS, namespace), "",
                    quota -> quota.at("/spec/hard").properties().stream().map(Map.Entry::getKey)
                            .filter(key -> key.startsWith("limits.") && key.contains("/")).forEach(key -> limits
                                    .add(new MisleadingQuotaEntry("quota-limits", referenceTo(quota, QUOTAS), key))));
            return Optional.empty();
        });
        attempt("unread.limitRanges", () -> {
            objects.forEach(inNamespace(RANGES, namespace), "", range -> {
                ranges.addRange(range);
                for (var limit : range.at("/spec/limits")) {
                    checkDefaults(range, limit, limits);
                }
            });
            return Optional.empty();
        });
    }

    private static ObjectRef inNamespace(ObjectRef kind, String namespace) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, "");
    }

    /** Checks for a maximum without a default, which makes it the default, too. */
    private static void checkDefaults(JsonNode range, JsonNode limit, List<MisleadingQuotaEntry> limits) {
        for (var most : limit.path("max").properties()) {
            var set = limit.path("default").path(most.getKey());
            if (limit.path("type").asText().equals("Container") && most.getKey().contains("/")
                    && (set.isMissingNode() || set.equals(most.getValue()))) {
                limits.add(new MisleadingQuotaEntry("limit-range-max", referenceTo(range, RANGES),
                        most.getValue().asText() + " × " + most.getKey()));
            }
        }
    }

    private static ObjectRef referenceTo(JsonNode object, ObjectRef kind) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), object.at("/metadata/namespace").asText(),
                object.at("/metadata/name").asText());
    }
}
