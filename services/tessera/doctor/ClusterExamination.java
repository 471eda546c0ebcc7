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
import tessera.alerts.AlertsState;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.doctor.DiagnosisInput.MisleadingLimit;
import tessera.doctor.DiagnosisInput.WaitingPods;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.PodOwners;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.SentenceText;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.scheduling.FitCheck;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.PlacementInputReader;
import tessera.scheduling.PodFit;
import tessera.scheduling.TruncationLog;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.stack.GpuStack;
import tessera.stack.StackLogReader;
import tessera.stack.StackSource;

/** Reads the input of an examination beside nodes and pods. Waits for the cluster; what may not be read is told as skipped. */
public final class ClusterExamination {

    private static final ObjectRef QUOTAS = new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", "");
    private static final ObjectRef RANGES = new ObjectRef("v1", "LimitRange", "limitranges", "", "");
    private static final int MOST_LOGS = 20;
    private static final int MOST_GROUPS = 60;

    private final StackSource stack;
    private final ObjectSource whole;
    private final TruncationLog objects;
    private final AcceleratorCatalog accelerators;
    private final List<String> skipped = new ArrayList<>();

    /** @param accelerators which resources are devices */
    public ClusterExamination(StackSource stack, ObjectSource objects, AcceleratorCatalog accelerators) {
        this.stack = stack;
        this.whole = objects;
        this.objects = new TruncationLog(objects);
        this.accelerators = accelerators;
    }

    /**
     * The request for an examination.
     *
     * @param alerts what the rules find
     * @param history   what devices did before
     */
    public record ExaminationRequest(AlertRules rules, AlertsState alerts, ExaminationScope scope,
            UtilizationHistory history,
            Instant now) {

        /** Returns a request with the alerts that the rules raise in one reading. */
        public static ExaminationRequest ofOneReading(GpuFleet fleet, AlertRules rules, ExaminationScope focus,
                UtilizationHistory hour,
                Instant now) {
            return new ExaminationRequest(rules,
                    new AlertEngine(rules, XidCatalog.standardCatalog()).evaluate(fleet, fleet.readings(), now),
                    focus, hour, now);
        }
    }

    /** Returns the problem that leaves nothing to examine; empty where nodes may be read, or pods at least. */
    public static Optional<Problem> examinationProblem(Snapshot snapshot) {
        return snapshot.nodeHealth() instanceof SourceHealth.UnavailableSource(var problem)
                && snapshot.podHealth() instanceof SourceHealth.UnavailableSource ? Optional.of(problem)
                        : Optional.empty();
    }

    /** Returns the complete input about a fleet, with its present readings. */
    public DiagnosisInput readInput(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        skipped.clear();
        objects.clear();
        var now = asked.now();
        var found = attempt("The GPU stack", () -> Optional.of(readStack(fleet, asked)));
        found.ifPresent(this::reportUnread);
        var remains = found.isEmpty() ? Optional.<GpuStackInventory>empty() : readRemains(found.get());
        var signs = found.isEmpty() ? StackSymptoms.NONE : readSymptoms(fleet, found.get(), asked.scope());
        var waiting = readWaiting(fleet, asked.scope());
        // Of no single node, and of other namespaces than that of the pod that is meant, nothing of this is told.
        var namespace = asked.scope().podNamespace();
        boolean makers = asked.scope().node().isEmpty();
        var refused = makers ? attempt("Events about pods that are refused", () -> Optional.of(
                new PodRefusals(objects).read(namespace, fleet.snapshot(), now)))
                : Optional.<List<FailureEvent>>empty();
        var ranges = new LimitRangeBounds();
        var evidence = readEvidence(fleet, asked);
        var limits = makers ? readLimits(ranges, namespace) : List.<MisleadingLimit>of();
        var written = attempt("What pods in trouble wrote",
                () -> Optional.of(new TerminationLogs(stack, accelerators, skipped).readLogs(fleet, asked.scope())));
        var starts = attempt("Why pods do not start",
                () -> Optional.of(new PodStartupReader(objects, fleet, accelerators, now).read(asked.scope(), skipped)))
                .orElse(PodStartupReader.StartupReading.NOTHING);
        var underuse = new LowUtilization(objects, skipped, asked.history(), now);
        var underused = attempt("What keeps GPUs waiting",
                () -> Optional.of(underuse.findSymptoms(fleet, asked.scope())));
        var uncounted = Optional.of(UncountedGpuUse.findSymptoms(fleet, asked.scope(), accelerators));
        skipped.addAll(objects.truncationMessages());
        skipped.addAll(objects.unread().lines());
        hidden(fleet);
        return new DiagnosisInput(fleet, asked.rules(), asked.alerts(), found,
                remains.orElse(GpuStackInventory.NONE).withSymptoms(signs), waiting,
                Stream.of(Optional.of(starts.symptoms()), underused, uncounted).flatMap(Optional::stream)
                        .flatMap(List::stream).toList(),
                underuse.underusedShared(fleet), written.orElse(Map.of()), starts.warnings(),
                launchFailures(refused.orElse(List.of()), ranges, evidence, asked.scope()), limits, evidence, skipped,
                now);
    }

    private Optional<GpuStackInventory> readRemains(GpuStack parts) throws Failure, InterruptedException {
        return attempt("What is left of a GPU stack, and what its device plugins are told",
                () -> Optional.of(GpuStackInventory.read(parts, objects)));
    }

    private static List<FailureEvent> launchFailures(List<FailureEvent> refused, LimitRangeBounds ranges,
            NodeEvidence evidence, ExaminationScope scope) {
        return Stream.concat(refused.stream().map(ranges::withLimitRange),
                scope.includesAll() ? FailedNodeClaims.launchFailures(evidence.claims()).stream() : Stream.of())
                .toList();
    }

    /** What of claims may not be read. */
    private void hidden(GpuFleet fleet) {
        fleet.snapshot().devices().hiddenProblems()
                .forEach(problem -> skipped.add(
                        "Devices that claims hand out: " + SentenceText.withoutFullStop(problem.textWithRemedy())));
    }

    /** Returns the facts about the examined nodes. */
    private NodeEvidence readEvidence(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        var reader = new NodeEvidenceReader(objects, stack);
        var home = asked.scope().nodeName(fleet.snapshot());
        var nodes = fleet.nodes().stream().filter(node -> asked.scope().includesAll() || node.name().equals(home))
                .toList();
        return new NodeEvidence(
                attempt("Who cordoned nodes", () -> Optional.of(reader.cordonWrites(nodes))).orElse(Map.of()),
                attempt("NodeClaims of Karpenter", () -> Optional.of(FailedNodeClaims.read(objects))).orElse(List.of()),
                attempt("Logs of failed CUDA validations", () -> Optional.of(reader.fabricLines(fleet, nodes)))
                        .orElse(Map.of()));
    }

    /** Reports the parts of the stack that could not be read. */
    private void reportUnread(GpuStack stack) {
        stack.objects().release().problem()
                .ifPresent(problem -> skipped.add("The Helm release: " + problem.problemText()));
        stack.objects().policies().problem()
                .ifPresent(problem -> skipped.add("ClusterPolicies: " + problem.problemText()));
        stack.objects().operandSets().problem()
                .ifPresent(problem -> skipped.add("DaemonSets of the GPU stack: " + problem.problemText()));
        stack.objects().operator().problem()
                .ifPresent(problem -> skipped.add("The operator’s Deployment: " + problem.problemText()));
    }

    /** A read of the cluster that may fail. */
    private interface ExaminationReading<T> {
        Optional<T> read() throws Failure, InterruptedException;
    }

    private <T> Optional<T> attempt(String subject, ExaminationReading<T> reading)
            throws Failure, InterruptedException {
        try {
            return reading.read();
        } catch (Failure failure) {
            switch (failure.problem().kind()) {
                case UNREACHABLE, UNAUTHENTICATED, TIMEOUT, OVERLOADED -> throw failure;
                default -> {
                    // What else there is may still be looked at.
                }
            }
            skipped.add(subject + ": " + failure.problem().problemText());
            return Optional.empty();
        }
    }

    /** Returns the symptoms of the stack; those of no single node only where everything is examined. */
    private StackSymptoms readSymptoms(GpuFleet fleet, GpuStack parts, ExaminationScope focus)
            throws Failure, InterruptedException {
        var held = attempt("What keeps upgrades of drivers from going on",
                () -> Optional.of(new BlockedUpgrades(parts, objects).read())).orElse(Map.<String, List<String>>of());
        var unled = attempt("Whether the operator has a ClusterPolicy",
                () -> MissingClusterPolicy.read(parts, objects));
        return !focus.includesAll() ? new StackSymptoms(held, Map.of(), unled, Optional.empty(), ExporterMonitors.NONE)
                : new StackSymptoms(held,
                        attempt("How the operator’s pods ended",
                                () -> Optional.of(StackSymptoms.readOutOfMemory(fleet, parts, objects)))
                                .orElse(Map.of()),
                        unled,
                        attempt("Whether definitions of the operator’s kinds are old",
                                () -> OutdatedDefinitions.read(parts, objects)),
                        readMonitors(fleet));
    }

    private ExporterMonitors readMonitors(GpuFleet fleet) throws Failure, InterruptedException {
        var reader = new MonitorReader(objects);
        var readers = attempt("Who reads exporters", () -> Optional.of(reader.findSelections(fleet))).orElse(List.of());
        return attempt("Whether a Prometheus heeds what names exporters",
                () -> Optional.of(reader.findMonitorProblem(readers)))
                .orElseGet(() -> MonitorReader.findDuplicates(readers));
    }

    /** Returns the stack with the chains of the examined nodes: of others neither logs nor pods are read. */
    private GpuStack readStack(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        var whole = new GpuStack.GpuStackReader().readStack(fleet, stack.read(), asked.now());
        var home = asked.scope().nodeName(fleet.snapshot());
        var meant = whole.chains().stream().filter(chain -> asked.scope().includesAll() || chain.name().equals(home))
                .toList();
        return new StackLogReader(stack).explainByLogs(
                new GpuStack(whole.objects(), whole.policyStatus(), meant, whole.otherNodes()),
                MOST_LOGS);
    }

    /** Returns the waiting pods in groups: pods of one owner with the same requests are represented by one of them. */
    private List<WaitingPods> readWaiting(GpuFleet fleet, ExaminationScope focus) throws Failure, InterruptedException {
        var groups = new LinkedHashMap<String, List<PodFacts>>();
        fleet.snapshot().unbound().stream().filter(pod -> pod.key().equals(focus.pod()) && pod.waitsForNode())
                .forEach(pod -> groups.put(pod.key(), new ArrayList<>(List.of(pod))));
        if (focus.includesAll()) {
            for (var pod : fleet.waiting()) {
                var owner = PodOwners.ownerOf(pod);
                var key = owner.exists() ? pod.namespace() + "/" + owner.kind() + "/" + owner.name() + pod.requests()
                        : pod.key();
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(pod);
            }
        }
        if (groups.size() > MOST_GROUPS) {
            int rest = groups.size() - MOST_GROUPS;
            skipped.add("Why %s of pods %s: only the %d that wait longest were judged".formatted(
                    Plurals.countText(rest, "further group"), rest == 1 ? "waits" : "wait", MOST_GROUPS));
        }
        var judge = new FitContext(fleet, new FitCheck(MigProducts.bundled()), new PlacementInputReader(whole));
        var waiting = new ArrayList<WaitingPods>();
        for (var pods : groups.values().stream().limit(MOST_GROUPS).toList()) {
            attempt("Why %s waits".formatted(pods.getFirst().key()), () -> readFit(pods.getFirst(), judge))
                    .ifPresent(fit -> waiting.add(new WaitingPods(pods, fit)));
        }
        return waiting;
    }

    /** The context in which the fit of pods is computed. */
    private record FitContext(GpuFleet fleet, FitCheck check, PlacementInputReader surroundings) {}

    private Optional<PodFit> readFit(PodFacts pod, FitContext judge) throws Failure, InterruptedException {
        var whole = objects.find(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var spec = PodSchedulingSpec.of(whole.get());
        return Optional.of(judge.check().check(judge.fleet(), spec, Optional.of(pod), judge.surroundings().read(spec)));
    }

    private List<MisleadingLimit> readLimits(LimitRangeBounds ranges, String namespace)
            throws Failure, InterruptedException {
        var limits = new ArrayList<MisleadingLimit>();
        attempt("Quotas", () -> {
            objects.forEach(inNamespace(QUOTAS, namespace), "",
                    quota -> quota.at("/spec/hard").properties().stream().map(Map.Entry::getKey)
                            .filter(key -> key.startsWith("limits.") && key.contains("/"))
                            .forEach(
                                    key -> limits.add(
                                            new MisleadingLimit("quota-limits", referenceTo(quota, QUOTAS), key))));
            return Optional.empty();
        });
        attempt("Limit ranges", () -> {
            objects.forEach(inNamespace(RANGES, namespace), "", range -> {
                ranges.addRange(range);
                range.at("/spec/limits").forEach(limit -> checkDefaults(range, limit, limits));
            });
            return Optional.empty();
        });
        return limits;
    }

    private static ObjectRef inNamespace(ObjectRef kind, String namespace) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, "");
    }

    /** Checks for a maximum without a default, which makes it the default, too. */
    private static void checkDefaults(JsonNode range, JsonNode limit, List<MisleadingLimit> limits) {
        for (var most : limit.path("max").properties()) {
            var set = limit.path("default").path(most.getKey());
            if (limit.path("type").asText().equals("Container") && most.getKey().contains("/")
                    && (set.isMissingNode() || set.equals(most.getValue()))) {
                limits.add(new MisleadingLimit("limit-range-max", referenceTo(range, RANGES),
                        most.getValue().asText() + " × " + most.getKey()));
            }
        }
    }

    private static ObjectRef referenceTo(JsonNode object, ObjectRef kind) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(),
                object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText());
    }
}
