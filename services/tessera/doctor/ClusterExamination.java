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
import tessera.doctor.DiagnosisInput.Limit;
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
import tessera.scheduling.PodFit;
import tessera.scheduling.SurroundingsReader;
import tessera.scheduling.TruncationLog;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.stack.GpuStack;
import tessera.stack.LogReader;
import tessera.stack.StackSource;

/** Reads what a doctor has to know beside nodes and pods. Waits for the cluster; what may not be read is told as skipped. */
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
     * What an examination is to be about.
     *
     * @param alerts what the rules find
     * @param hour   what devices did before
     */
    public record ExaminationRequest(AlertRules rules, AlertsState alerts, ExaminationScope focus, LastHour hour,
            Instant now) {

        /** By what the rules find in one reading. */
        public static ExaminationRequest once(GpuFleet fleet, AlertRules rules, ExaminationScope focus, LastHour hour,
                Instant now) {
            return new ExaminationRequest(rules,
                    new AlertEngine(rules, XidCatalog.standard()).evaluate(fleet, fleet.readings(), now),
                    focus, hour, now);
        }
    }

    /** Why there is nothing to examine; empty where nodes may be read, or pods at least. */
    public static Optional<Problem> hindrance(Snapshot snapshot) {
        return snapshot.nodeHealth() instanceof SourceHealth.Absent(var why)
                && snapshot.podHealth() instanceof SourceHealth.Absent ? Optional.of(why) : Optional.empty();
    }

    /** Everything about a fleet, as the readings of it are now. */
    public DiagnosisInput of(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        skipped.clear();
        objects.forget();
        var now = asked.now();
        var found = attempt("The GPU stack", () -> Optional.of(stack(fleet, asked)));
        found.ifPresent(this::lacking);
        var remains = found.isEmpty() ? Optional.<GpuStackInventory>empty()
                : attempt("What is left of a GPU stack, and what its device plugins are told",
                        () -> Optional.of(GpuStackInventory.read(found.get(), objects)));
        var signs = found.isEmpty() ? StackSigns.NONE : signs(fleet, found.get(), asked.focus());
        var waiting = waiting(fleet, asked.focus());
        // Of no single node, and of other namespaces than that of the pod that is meant, nothing of this is told.
        var namespace = asked.focus().namespace();
        boolean makers = asked.focus().node().isEmpty();
        var refused = makers ? attempt("Events about pods that are refused", () -> Optional.of(
                new PodRefusals(objects).read(namespace, fleet.snapshot(), now)))
                : Optional.<List<FailureEvent>>empty();
        var ranges = new LimitRangeBounds();
        var evidence = evidence(fleet, asked);
        var limits = makers ? limits(ranges, namespace) : List.<Limit>of();
        var written = attempt("What pods in trouble wrote",
                () -> Optional.of(new TerminationLogs(stack, accelerators, skipped).of(fleet, asked.focus())));
        var starts = attempt("Why pods do not start",
                () -> Optional.of(new PodStartupReader(objects, fleet, accelerators, now).read(asked.focus(), skipped)))
                .orElse(PodStartupReader.StartupReading.NOTHING);
        var underuse = new LowUtilization(objects, skipped, asked.hour(), now);
        var underused = attempt("What keeps GPUs waiting", () -> Optional.of(underuse.of(fleet, asked.focus())));
        var uncounted = Optional.of(UncountedGpuUse.signs(fleet, asked.focus(), accelerators));
        skipped.addAll(objects.cuts());
        skipped.addAll(objects.unread().lines());
        hidden(fleet);
        return new DiagnosisInput(fleet, asked.rules(), asked.alerts(), found,
                remains.orElse(GpuStackInventory.NONE).and(signs), waiting,
                Stream.of(Optional.of(starts.signs()), underused, uncounted).flatMap(Optional::stream)
                        .flatMap(List::stream).toList(),
                underuse.boards(fleet), written.orElse(Map.of()), starts.warned(),
                Stream.concat(refused.orElse(List.of()).stream().map(ranges::found),
                        asked.focus().all() ? FailedNodeClaims.notes(evidence.claims()).stream() : Stream.of())
                        .toList(),
                limits, evidence, skipped, now);
    }

    /** What of claims may not be read. */
    private void hidden(GpuFleet fleet) {
        fleet.snapshot().devices().gaps()
                .forEach(why -> skipped.add("Devices that claims hand out: " + SentenceText.bare(why.advice())));
    }

    /** What only single nodes that are meant tell. */
    private NodeEvidence evidence(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        var reader = new NodeEvidenceReader(objects, stack);
        var home = asked.focus().home(fleet.snapshot());
        var nodes = fleet.nodes().stream().filter(node -> asked.focus().all() || node.name().equals(home)).toList();
        return new NodeEvidence(
                attempt("Who cordoned nodes", () -> Optional.of(reader.cordons(nodes))).orElse(Map.of()),
                attempt("NodeClaims of Karpenter", () -> Optional.of(FailedNodeClaims.read(objects))).orElse(List.of()),
                attempt("Logs of failed CUDA validations", () -> Optional.of(reader.fabric(fleet, nodes)))
                        .orElse(Map.of()));
    }

    /** What of the stack could not be read. */
    private void lacking(GpuStack each) {
        each.objects().release().missing().ifPresent(why -> skipped.add("The Helm release: " + why.sentence()));
        each.objects().policies().missing().ifPresent(why -> skipped.add("ClusterPolicies: " + why.sentence()));
        each.objects().sets().missing()
                .ifPresent(why -> skipped.add("DaemonSets of the GPU stack: " + why.sentence()));
        each.objects().operator().missing()
                .ifPresent(why -> skipped.add("The operator’s Deployment: " + why.sentence()));
    }

    /** What is read of the cluster. */
    private interface ExaminationReading<T> {
        Optional<T> read() throws Failure, InterruptedException;
    }

    private <T> Optional<T> attempt(String what, ExaminationReading<T> reading) throws Failure, InterruptedException {
        try {
            return reading.read();
        } catch (Failure failure) {
            switch (failure.problem().kind()) {
                case UNREACHABLE, UNAUTHENTICATED, TIMEOUT, OVERLOADED -> throw failure;
                default -> {
                    // What else there is may still be looked at.
                }
            }
            skipped.add(what + ": " + failure.problem().sentence());
            return Optional.empty();
        }
    }

    /** What is of no node is looked for where all is meant. */
    private StackSigns signs(GpuFleet fleet, GpuStack parts, ExaminationScope focus)
            throws Failure, InterruptedException {
        var held = attempt("What keeps upgrades of drivers from going on",
                () -> Optional.of(new HeldUpgrades(parts, objects).read())).orElse(Map.<String, List<String>>of());
        var unled = attempt("Whether the operator has a ClusterPolicy",
                () -> MissingClusterPolicy.read(parts, objects));
        return !focus.all() ? new StackSigns(held, Map.of(), unled, Optional.empty(), ExporterMonitors.NONE)
                : new StackSigns(held,
                        attempt("How the operator’s pods ended",
                                () -> Optional.of(StackSigns.memory(fleet, parts, objects)))
                                .orElse(Map.of()),
                        unled,
                        attempt("Whether definitions of the operator’s kinds are old",
                                () -> OldDefinitions.read(parts, objects)),
                        monitors(fleet));
    }

    private ExporterMonitors monitors(GpuFleet fleet) throws Failure, InterruptedException {
        var reader = new MonitorReader(objects);
        var readers = attempt("Who reads exporters", () -> Optional.of(reader.readers(fleet))).orElse(List.of());
        return attempt("Whether a Prometheus heeds what names exporters", () -> Optional.of(reader.heeded(readers)))
                .orElseGet(() -> MonitorReader.several(readers));
    }

    /** With the chains of the nodes that are meant: of others neither logs nor pods are to be read. */
    private GpuStack stack(GpuFleet fleet, ExaminationRequest asked) throws Failure, InterruptedException {
        var whole = new GpuStack.StackReader().read(fleet, stack.read(), asked.now());
        var home = asked.focus().home(fleet.snapshot());
        var meant = whole.chains().stream().filter(chain -> asked.focus().all() || chain.name().equals(home)).toList();
        return new LogReader(stack).explained(new GpuStack(whole.objects(), whole.policy(), meant, whole.others()),
                MOST_LOGS);
    }

    /** Pods of one owner that ask for the same are alike: one of them speaks for all. */
    private List<WaitingPods> waiting(GpuFleet fleet, ExaminationScope focus) throws Failure, InterruptedException {
        var groups = new LinkedHashMap<String, List<PodFacts>>();
        fleet.snapshot().unbound().stream().filter(pod -> pod.key().equals(focus.pod()) && pod.waitsForNode())
                .forEach(pod -> groups.put(pod.key(), new ArrayList<>(List.of(pod))));
        if (focus.all()) {
            for (var pod : fleet.waiting()) {
                var owner = PodOwners.of(pod);
                var key = owner.exists() ? pod.namespace() + "/" + owner.kind() + "/" + owner.name() + pod.requests()
                        : pod.key();
                groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(pod);
            }
        }
        if (groups.size() > MOST_GROUPS) {
            int rest = groups.size() - MOST_GROUPS;
            skipped.add("Why %s of pods %s: only the %d that wait longest were judged".formatted(
                    Plurals.of(rest, "further group"), rest == 1 ? "waits" : "wait", MOST_GROUPS));
        }
        var judge = new Judge(fleet, new FitCheck(MigProducts.bundled()), new SurroundingsReader(whole));
        var waiting = new ArrayList<WaitingPods>();
        for (var pods : groups.values().stream().limit(MOST_GROUPS).toList()) {
            attempt("Why %s waits".formatted(pods.getFirst().key()), () -> fit(pods.getFirst(), judge))
                    .ifPresent(fit -> waiting.add(new WaitingPods(pods, fit)));
        }
        return waiting;
    }

    /** By what pods are judged. */
    private record Judge(GpuFleet fleet, FitCheck check, SurroundingsReader surroundings) {}

    private Optional<PodFit> fit(PodFacts pod, Judge judge) throws Failure, InterruptedException {
        var whole = objects.object(ObjectRef.pod(pod.namespace(), pod.name()));
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        var wish = PodSchedulingSpec.of(whole.get());
        return Optional.of(judge.check().of(judge.fleet(), wish, Optional.of(pod), judge.surroundings().read(wish)));
    }

    private List<Limit> limits(LimitRangeBounds ranges, String namespace) throws Failure, InterruptedException {
        var limits = new ArrayList<Limit>();
        attempt("Quotas", () -> {
            objects.each(in(QUOTAS, namespace), "",
                    quota -> quota.at("/spec/hard").properties().stream().map(Map.Entry::getKey)
                            .filter(key -> key.startsWith("limits.") && key.contains("/"))
                            .forEach(
                                    key -> limits.add(new Limit("quota-limits", named(quota, QUOTAS), key))));
            return Optional.empty();
        });
        attempt("Limit ranges", () -> {
            objects.each(in(RANGES, namespace), "", range -> {
                ranges.take(range);
                range.at("/spec/limits").forEach(limit -> defaults(range, limit, limits));
            });
            return Optional.empty();
        });
        return limits;
    }

    private static ObjectRef in(ObjectRef kind, String namespace) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, "");
    }

    /** A most without a default is the default, too. */
    private static void defaults(JsonNode range, JsonNode limit, List<Limit> limits) {
        for (var most : limit.path("max").properties()) {
            var set = limit.path("default").path(most.getKey());
            if (limit.path("type").asText().equals("Container") && most.getKey().contains("/")
                    && (set.isMissingNode() || set.equals(most.getValue()))) {
                limits.add(new Limit("limit-range-max", named(range, RANGES),
                        most.getValue().asText() + " × " + most.getKey()));
            }
        }
    }

    private static ObjectRef named(JsonNode object, ObjectRef kind) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(),
                object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText());
    }
}
