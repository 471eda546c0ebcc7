package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.MissingQuotaRequests;
import tessera.kube.quota.ObjectQuotaUsageCalculator;
import tessera.kube.quota.QuotaCountedKind;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.kube.scheduling.Taint;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.PredictedPodPlacement.QuotaRemainder;
import tessera.scheduling.spec.ManifestPodFinder;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Predicts the placement of pods that do not exist yet. Waits for the cluster. */
final class ManifestPodPlacementCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ManifestPodPlacementCheck.class);

    private static final List<Map<String, String>> DAEMON = List.of(
            Map.of("key", "node.kubernetes.io/not-ready", "effect", "NoExecute"),
            Map.of("key", "node.kubernetes.io/unreachable", "effect", "NoExecute"),
            Map.of("key", "node.kubernetes.io/disk-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/memory-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/pid-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/unschedulable", "effect", "NoSchedule"));

    private final PodFitCheck check;
    private final ClusterObjectSource cluster;
    private final List<JsonNode> otherObjects;
    private final ClusterObjectSource source;
    private final SchedulingContext neighbourhood;
    private final List<String> unknown = new ArrayList<>();
    /** Why the server refuses the pods for what they name and is not there. */
    private final List<PodCreationRefusal> absent = new ArrayList<>();

    /**
     * One for a cluster.
     *
     * @param neighbourhood of the cluster, which may have been read for others
     */
    ManifestPodPlacementCheck(PodFitCheck check, ClusterObjectSource cluster, SchedulingContext neighbourhood) {
        this(check, cluster, neighbourhood, List.of());
    }

    private ManifestPodPlacementCheck(PodFitCheck check, ClusterObjectSource cluster, SchedulingContext neighbourhood,
            List<JsonNode> otherObjects) {
        this.check = check;
        this.cluster = cluster;
        this.neighbourhood = neighbourhood;
        this.otherObjects = otherObjects;
        source = new ManifestOverlayObjectSource(cluster, otherObjects);
    }

    /** Returns an outcome for each set of pods of a manifest, as if it came alone. */
    List<PredictedPodPlacement> checkAll(GpuFleet fleet, ManifestPodFinder.ManifestContents manifest)
            throws ProblemException, InterruptedException {
        var launches = new ArrayList<PredictedPodPlacement>();
        var launched = new ManifestPodPlacementCheck(check, cluster, neighbourhood, manifest.otherObjects());
        for (var pods : manifest.pods()) {
            launches.add(launched.check(fleet, pods));
        }
        return List.copyOf(launches);
    }

    private PredictedPodPlacement check(GpuFleet fleet, ManifestPodFinder.IdenticalPodSet pods)
            throws ProblemException, InterruptedException {
        unknown.clear();
        absent.clear();
        var pod = admitPod(pods);
        checkReferences(pod);
        var limits = readLimitRanges(pod.path("metadata").path("namespace").asText());
        limits.applyDefaults(pod);
        if (fleet.snapshot().nodes().stream().anyMatch(node -> node.nodeSummary().isGkeNode())) {
            PodSchedulerRequests.requestsWithoutOverhead(pod).names().stream().filter(name -> name.contains("/"))
                    .forEach(name -> addToleration(pod, Map.of("key", name, "effect", "NoSchedule")));
        }
        injectScheduler(fleet, pod);
        var spec = PodSchedulingSpec.of(pod);
        var placementInputs = new PodPlacementInputReader(source, neighbourhood).read(spec);
        var fit = check.check(fleet, spec, Optional.empty(), placementInputs);
        noteAutomaticTolerations(fit);
        var capacity = FittingPodCount.compute(SchedulingSnapshot.from(fleet.snapshot(), placementInputs, ""), spec);
        if (pods.onEveryNode()) {
            var once = new TreeMap<String, Long>();
            capacity.podsByNode().keySet().forEach(node -> once.put(node, 1L));
            capacity = new FittingPodCount(once, false);
        }
        boolean few = !pods.onEveryNode() && capacity.totalPods() > 0 && capacity.totalPods() < pods.count()
                && spec.deviceClaims().isEmpty();
        noteAutoscaler(fit, !pods.onEveryNode() && capacity.totalPods() < pods.count());
        var more = few ? check.remediesForOneMore(fleet, spec, placementInputs, capacity) : fit.remedies();
        var refusals = new ArrayList<>(namespaceRefusals(fleet, spec.namespace()));
        refusals.addAll(absent);
        refusals.addAll(limits.refusalsOf(pod));
        var claims = newVolumeClaims(spec);
        claims.forEach(claim -> refusals.addAll(limits.claimRefusals(claim)));
        var quotas = checkQuotas(spec, pods, pod, claims, refusals);
        return new PredictedPodPlacement(pods.owner(), pods.ownerPart(), fit,
                pods.onEveryNode() ? capacity.totalPods() : pods.count(), pods.onEveryNode(), capacity,
                pods.queueName(), refusals, quotas, List.of(), more, unknown);
    }

    /** Names the scheduler in the pod that a webhook would name in it. */
    private static void injectScheduler(GpuFleet fleet, JsonNode pod) {
        if (pod.path("spec") instanceof ObjectNode spec && spec.path("schedulerName")
                .asText(PodSchedulingSpec.USUAL_SCHEDULER).equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            fleet.injectedScheduler(PodSchedulerRequests.requestsWithoutOverhead(pod), AcceleratorCatalog.standard())
                    .ifPresent(name -> spec.put("schedulerName", name));
        }
    }

    /** Returns the refusal where the namespace does not exist. */
    private List<PodCreationRefusal> namespaceRefusals(GpuFleet fleet, String name)
            throws ProblemException, InterruptedException {
        var refusals = new ArrayList<PodCreationRefusal>();
        SchedulingContext.readOrNote(unknown, () -> {
            if (!NamespaceExistenceLookup.exists(source, fleet.snapshot(), name)) {
                refusals.add(new PodCreationRefusal(new PodCreationReason.MissingNamespace(name)));
            }
            return true;
        }, MESSAGES.text("unknown.object", "Namespace", name));
        return refusals;
    }

    /** Returns the PersistentVolumeClaims of the manifest that the pod uses and that do not exist yet. */
    private List<JsonNode> newVolumeClaims(PodSchedulingSpec spec) throws ProblemException, InterruptedException {
        var claims = new ArrayList<JsonNode>();
        for (var claim : otherObjects) {
            var metadata = claim.path("metadata");
            var name = metadata.path("name").asText();
            if (claim.path("kind").asText().equals("PersistentVolumeClaim")
                    && spec.volumeClaims().stream().anyMatch(mount -> mount.claim().equals(name))
                    && metadata.path("namespace").asText().equals(spec.namespace())
                    && !claimExists(spec.namespace(), name)) {
                claims.add(claim);
            }
        }
        return claims;
    }

    private boolean claimExists(String namespace, String claim) throws ProblemException, InterruptedException {
        return SchedulingContext.readOrFalse(() -> cluster
                .find(new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", namespace, claim))
                .isPresent());
    }

    /** Returns the pod as the API server would admit it: with class priority and DaemonSet tolerations. */
    private ObjectNode admitPod(ManifestPodFinder.IdenticalPodSet pods) throws ProblemException, InterruptedException {
        ObjectNode pod = pods.pod().deepCopy();
        var spec = pod.path("spec") instanceof ObjectNode written ? written : pod.putObject("spec");
        var name = spec.path("priorityClassName").asText();
        if (name.isEmpty() && !spec.has("priority")) {
            neighbourhood.priorityClasses().ifPresentOrElse(classes -> putDefaultPriority(classes, spec),
                    () -> unknown.add(MESSAGES.text("unknown.defaultPriority")));
        } else if (!spec.has("priority")) {
            SchedulingContext.readOrNote(unknown, () -> {
                source.find(new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", name))
                        .ifPresentOrElse(
                                element -> spec.put("priority", element.path("value").asInt()).put("preemptionPolicy",
                                        element.path("preemptionPolicy").asText("PreemptLowerPriority")),
                                () -> absent
                                        .add(new PodCreationRefusal(new PodCreationReason.MissingPriorityClass(name))));
                return true;
            }, MESSAGES.text("unknown.priority", name));
        }
        if (pods.onEveryNode()) {
            DAEMON.forEach(each -> addToleration(pod, each));
        }
        return pod;
    }

    private static void putDefaultPriority(PriorityClasses classes, ObjectNode spec) {
        classes.defaultClass()
                .ifPresent(defaultPriorityClassFacts -> spec.put("priority", defaultPriorityClassFacts.value())
                        .put("preemptionPolicy", defaultPriorityClassFacts.preemptionPolicy()));
    }

    /** Checks that the pod's runtime class and service account exist; pods that name missing ones are refused. */
    private void checkReferences(JsonNode pod) throws ProblemException, InterruptedException {
        var spec = pod.path("spec");
        var account = spec.path("serviceAccountName").asText();
        var runtimeClass = spec.path("runtimeClassName").asText();
        checkExistence(new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "", runtimeClass),
                new PodCreationReason.MissingRuntimeClass(runtimeClass));
        checkExistence(
                new ObjectRef("v1", "ServiceAccount", "serviceaccounts", pod.at("/metadata/namespace").asText(),
                        account.equals("default") ? "" : account),
                new PodCreationReason.MissingServiceAccount(account));
    }

    private void checkExistence(ObjectRef named, PodCreationReason missing)
            throws ProblemException, InterruptedException {
        if (!named.name().isEmpty()) {
            SchedulingContext.readOrNote(unknown,
                    () -> source.find(named).isPresent() || absent.add(new PodCreationRefusal(missing)),
                    MESSAGES.text("unknown.object", named.kind(), named.name()));
        }
    }

    private static void addToleration(ObjectNode pod, Map<String, String> taint) {
        if (pod.path("spec") instanceof ObjectNode spec) {
            var tolerations = spec.path("tolerations") instanceof ArrayNode written ? written
                    : spec.putArray("tolerations");
            tolerations.addObject().put("operator", "Exists").setAll(
                    Map.of("key", TextNode.valueOf(taint.get("key")), "effect", TextNode.valueOf(taint.get("effect"))));
        }
    }

    /** Notes taints that an admission plugin may let the pod tolerate, because it requests the devices of that name. */
    private void noteAutomaticTolerations(PodFitResult fit) {
        fit.nodes().stream().flatMap(node -> node.failures().stream()).flatMap(failure -> failure.taint().stream())
                .map(Taint::key).filter(key -> fit.podSpec().requests().get(key) > 0).distinct()
                .forEach(key -> unknown.add(MESSAGES.text("unknown.automaticToleration", key)));
    }

    /** Notes that an autoscaler may add nodes for pods that find none. */
    private void noteAutoscaler(PodFitResult fit, boolean few) throws ProblemException, InterruptedException {
        var outcome = fit.outcome();
        boolean none = outcome == PodFitResult.FitOutcome.NOT_NOW || outcome == PodFitResult.FitOutcome.CLOSED
                || outcome == PodFitResult.FitOutcome.NEVER;
        if ((none || (few && fit.isPlaceable())) && neighbourhood.hasAutoscaler()) {
            unknown.add(MESSAGES.text("unknown.scaleUp"));
        }
    }

    private LimitRangeAdmission readLimitRanges(String namespace) throws ProblemException, InterruptedException {
        var found = new ArrayList<JsonNode>();
        var ranges = new ObjectRef("v1", "LimitRange", "limitranges", namespace, "");
        SchedulingContext.readOrNote(unknown, () -> source.forEach(ranges, "", found::add),
                MESSAGES.text("unknown.limitRanges"));
        return new LimitRangeAdmission(found);
    }

    /** @param refusals takes why the pods are refused, or their claims */
    private List<QuotaRemainder> checkQuotas(PodSchedulingSpec spec, ManifestPodFinder.IdenticalPodSet pods,
            JsonNode pod, List<JsonNode> claims, List<PodCreationRefusal> refusals)
            throws ProblemException, InterruptedException {
        var rooms = new ArrayList<QuotaRemainder>();
        var quotas = new ObjectRef("v1", "ResourceQuota", "resourcequotas", spec.namespace(), "");
        SchedulingContext.readOrNote(unknown, () -> source.forEach(quotas, "", quota -> {
            if (ResourceQuotaScopes.of(quota).matchesPod(pod)) {
                rooms.addAll(NewPodQuotaRemainderCalculator.remaindersOf(quota, spec, pod));
                var missing = MissingQuotaRequests.find(quota, pod).orElse(null);
                if (missing != null) {
                    refusals.add(new MissingQuotaRequestExplainer(missing).refusal());
                }
            }
            for (var claim : claims) {
                var refused = VolumeClaimQuotaCheck.refusalsOf(quota, claim);
                refusals.addAll(refused);
                if (refused.isEmpty() && pods.hasOwnClaim(claim.at("/metadata/name").asText())) {
                    rooms.addAll(VolumeClaimQuotaCheck.remaindersOf(quota, claim));
                }
            }
        }), MESSAGES.text("unknown.quotas", spec.namespace()));
        return rooms;
    }

    /** Checks a PersistentVolumeClaim that does not exist yet against a ResourceQuota. */
    private static final class VolumeClaimQuotaCheck {

        private VolumeClaimQuotaCheck() {}

        /** Returns the refusals of the claim; a quota with scopes counts no claims. */
        static List<PodCreationRefusal> refusalsOf(JsonNode quota, JsonNode claim) {
            return usageByKey(quota, claim).entrySet().stream()
                    .flatMap(need -> refusalFor(quota, claim, need.getKey(), need.getValue()).stream()).toList();
        }

        /** Returns the remainders for pods that each get such a claim. */
        static List<QuotaRemainder> remaindersOf(JsonNode quota, JsonNode claim) {
            return usageByKey(quota, claim).entrySet().stream().filter(need -> need.getValue().signum() > 0)
                    .map(need -> new QuotaRemainder(quota.at("/metadata/name").asText(), need.getKey(),
                            saturatedUnits(statusAmount(quota, "hard", need.getKey())),
                            saturatedUnits(statusAmount(quota, "used", need.getKey())),
                            saturatedUnits(need.getValue())))
                    .toList();
        }

        private static long saturatedUnits(BigDecimal amount) {
            return QuantityParser.parseUnits(amount.toPlainString()).orElse(Long.MAX_VALUE);
        }

        /** Returns how much the claim uses of the quota, by its keys. */
        private static Map<String, BigDecimal> usageByKey(JsonNode quota, JsonNode claim) {
            if (!ObjectQuotaUsageCalculator.isInScope(quota, QuotaCountedKind.PERSISTENT_VOLUME_CLAIM, claim)) {
                return Map.of();
            }
            var usage = ObjectQuotaUsageCalculator.usageOf(QuotaCountedKind.PERSISTENT_VOLUME_CLAIM, claim,
                    Instant.EPOCH);
            var needs = new LinkedHashMap<String, BigDecimal>();
            for (var hard : quota.path("status").path("hard").properties()) {
                Optional.ofNullable(usage.get(hard.getKey()))
                        .ifPresent(amount -> needs.put(hard.getKey(), amount.value()));
            }
            return needs;
        }

        private static Optional<PodCreationRefusal> refusalFor(JsonNode quota, JsonNode claim, String key,
                BigDecimal wanted) {
            var most = statusAmount(quota, "hard", key);
            var left = QuotaHeadroomCalculator.remaining(most, statusAmount(quota, "used", key));
            if (wanted.compareTo(left) <= 0) {
                return Optional.empty();
            }
            var name = claim.at("/metadata/name").asText();
            var called = quota.at("/metadata/name").asText();
            return Optional.of(new PodCreationRefusal(MESSAGES.text("rejected.claim", name),
                    new PodCreationReason.ClaimQuotaExceeded(called, key, QuantityParser.quantityText(left), name,
                            QuantityParser.quantityText(wanted), QuantityParser.quantityText(most),
                            QuantityParser.quantityText(most.subtract(left).add(wanted)))));
        }

        private static BigDecimal statusAmount(JsonNode quota, String side, String key) {
            return QuantityParser.parseExact(quota.path("status").path(side).path(key).asText("0"))
                    .orElse(BigDecimal.ZERO);
        }
    }
}
