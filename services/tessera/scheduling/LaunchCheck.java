package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Taint;
import tessera.scheduling.LaunchOutcome.LaunchRefusal;
import tessera.scheduling.LaunchOutcome.QuotaRemainder;
import tessera.scheduling.spec.ManifestPods;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.scheduling.spec.QuotaScopes;
import tessera.scheduling.spec.UnitRequests;

/** Works out how pods would fare that are not created yet. Waits for the cluster. */
final class LaunchCheck {

    private static final List<Map<String, String>> DAEMON = List.of(
            Map.of("key", "node.kubernetes.io/not-ready", "effect", "NoExecute"),
            Map.of("key", "node.kubernetes.io/unreachable", "effect", "NoExecute"),
            Map.of("key", "node.kubernetes.io/disk-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/memory-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/pid-pressure", "effect", "NoSchedule"),
            Map.of("key", "node.kubernetes.io/unschedulable", "effect", "NoSchedule"));

    private final FitCheck check;
    private final ObjectSource cluster;
    private final List<JsonNode> beside;
    private final ObjectSource source;
    private final SchedulingContext neighbourhood;
    private final List<String> unknown = new ArrayList<>();
    /** Why the server refuses the pods for what they name and is not there. */
    private final List<LaunchRefusal> absent = new ArrayList<>();

    /**
     * One for a cluster.
     *
     * @param neighbourhood of the cluster, which may have been read for others
     */
    LaunchCheck(FitCheck check, ObjectSource cluster, SchedulingContext neighbourhood) {
        this(check, cluster, neighbourhood, List.of());
    }

    private LaunchCheck(FitCheck check, ObjectSource cluster, SchedulingContext neighbourhood, List<JsonNode> beside) {
        this.check = check;
        this.cluster = cluster;
        this.neighbourhood = neighbourhood;
        this.beside = beside;
        source = new ManifestSource(cluster, beside);
    }

    /** How it stands with the pods of a manifest, each looked at as if it came alone. */
    List<LaunchOutcome> of(GpuFleet fleet, ManifestPods.Brought manifest) throws Failure, InterruptedException {
        var launches = new ArrayList<LaunchOutcome>();
        var launched = new LaunchCheck(check, cluster, neighbourhood, manifest.beside());
        for (var pods : manifest.pods()) {
            launches.add(launched.of(fleet, pods));
        }
        return List.copyOf(launches);
    }

    private LaunchOutcome of(GpuFleet fleet, ManifestPods.Pods pods) throws Failure, InterruptedException {
        unknown.clear();
        absent.clear();
        var pod = admitted(pods);
        present(pod);
        var limits = limits(pod.path("metadata").path("namespace").asText());
        limits.fill(pod);
        if (fleet.snapshot().nodes().stream().anyMatch(node -> node.facts().ofGke())) {
            UnitRequests.requests(pod.path("spec")).names().stream().filter(name -> name.contains("/"))
                    .forEach(name -> tolerate(pod, Map.of("key", name, "effect", "NoSchedule")));
        }
        var wish = PodSchedulingSpec.of(pod);
        var around = new SurroundingsReader(source, neighbourhood).read(wish);
        var fit = check.of(fleet, wish, Optional.empty(), around);
        tolerations(fit);
        var capacity = PodCapacity.of(SchedulingSnapshot.of(fleet.snapshot(), around, ""), wish);
        if (pods.everyNode()) {
            var once = new TreeMap<String, Long>();
            capacity.nodes().keySet().forEach(node -> once.put(node, 1L));
            capacity = new PodCapacity(once, false);
        }
        boolean few = !pods.everyNode() && capacity.total() > 0 && capacity.total() < pods.count()
                && wish.deviceClaims().isEmpty();
        growing(fit.outcome(), !pods.everyNode() && capacity.total() < pods.count());
        var more = few ? check.more(fleet, wish, around, capacity) : fit.suggestions();
        var refusals = new ArrayList<>(namespace(fleet, wish.namespace()));
        refusals.addAll(absent);
        refusals.addAll(limits.refusals(pod));
        var claims = claims(wish);
        claims.forEach(claim -> refusals.addAll(limits.ofClaim(claim)));
        var quotas = quotas(wish, pods, pod, claims, refusals);
        return new LaunchOutcome(pods.of(), pods.part(), fit, pods.everyNode() ? capacity.total() : pods.count(),
                pods.everyNode(),
                capacity, pods.queue(), refusals, quotas, List.of(), more, unknown);
    }

    /** The server makes nothing in a namespace that is not there. */
    private List<LaunchRefusal> namespace(GpuFleet fleet, String name) throws Failure, InterruptedException {
        var refusals = new ArrayList<LaunchRefusal>();
        SchedulingContext.attempt(unknown, () -> {
            if (!NamespaceNames.there(source, fleet.snapshot(), name)) {
                refusals.add(new LaunchRefusal("There is no namespace “%s”".formatted(name),
                        "Make the namespace “%s” first, or name one that is there".formatted(name)));
            }
            return true;
        }, "Whether there is a namespace “%s” is not known".formatted(name));
        return refusals;
    }

    /** Those that come along and are not made yet. */
    private List<JsonNode> claims(PodSchedulingSpec wish) throws Failure, InterruptedException {
        var claims = new ArrayList<JsonNode>();
        for (var claim : beside) {
            var metadata = claim.path("metadata");
            var name = metadata.path("name").asText();
            if (claim.path("kind").asText().equals("PersistentVolumeClaim") && wish.claims().contains(name)
                    && metadata.path("namespace").asText().equals(wish.namespace()) && !made(wish.namespace(), name)) {
                claims.add(claim);
            }
        }
        return claims;
    }

    private boolean made(String namespace, String claim) throws Failure, InterruptedException {
        return SchedulingContext.seen(() -> cluster.object(new ObjectRef("v1", "PersistentVolumeClaim",
                "persistentvolumeclaims", namespace, claim)).isPresent());
    }

    /** As the server would make it: with the priority of its class, and what every daemon pod puts up with. */
    private ObjectNode admitted(ManifestPods.Pods pods) throws Failure, InterruptedException {
        ObjectNode pod = pods.pod().deepCopy();
        var spec = pod.path("spec") instanceof ObjectNode written ? written : pod.putObject("spec");
        var name = spec.path("priorityClassName").asText();
        if (name.isEmpty() && !spec.has("priority")) {
            neighbourhood.priorities().ifPresentOrElse(classes -> classes.usual().ifPresent(usual -> spec
                    .put("priority", usual.value()).put("preemptionPolicy", usual.policy())),
                    () -> unknown.add("Which priority pods get that name no class is not known"));
        } else if (!spec.has("priority")) {
            SchedulingContext.attempt(unknown, () -> {
                source.object(new ObjectRef("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses", "", name))
                        .ifPresentOrElse(each -> spec.put("priority", each.path("value").asInt()).put(
                                "preemptionPolicy", each.path("preemptionPolicy").asText("PreemptLowerPriority")),
                                () -> absent.add(new LaunchRefusal("there is no PriorityClass " + name,
                                        "Make the PriorityClass %s, or name one that is there".formatted(name))));
                return true;
            }, "The priority of class %s is not known".formatted(name));
        }
        if (pods.everyNode()) {
            DAEMON.forEach(each -> tolerate(pod, each));
        }
        return pod;
    }

    /** A server refuses pods that name a class or an account that is not there; every namespace has its usual account. */
    private void present(JsonNode pod) throws Failure, InterruptedException {
        var spec = pod.path("spec");
        var account = spec.path("serviceAccountName").asText();
        for (var named : List.of(
                new ObjectRef("node.k8s.io/v1", "RuntimeClass", "runtimeclasses", "",
                        spec.path("runtimeClassName").asText()),
                new ObjectRef("v1", "ServiceAccount", "serviceaccounts", pod.at("/metadata/namespace").asText(),
                        account.equals("default") ? "" : account))) {
            if (!named.name().isEmpty()) {
                SchedulingContext.attempt(unknown, () -> source.object(named).isPresent()
                        || absent.add(new LaunchRefusal("there is no %s %s".formatted(named.kind(), named.name()),
                                "Make the %s %s, or name one that is there".formatted(named.kind(), named.name()))),
                        "Whether there is a %s %s is not known".formatted(named.kind(), named.name()));
            }
        }
    }

    private static void tolerate(ObjectNode pod, Map<String, String> taint) {
        if (pod.path("spec") instanceof ObjectNode spec) {
            var tolerations = spec.path("tolerations") instanceof ArrayNode written ? written
                    : spec.putArray("tolerations");
            tolerations.addObject().put("operator", "Exists").setAll(Map.of("key", TextNode.valueOf(taint.get("key")),
                    "effect", TextNode.valueOf(taint.get("effect"))));
        }
    }

    /** Some clusters let pods tolerate what is tainted by the name of the devices they ask for. */
    private void tolerations(PodFit fit) {
        fit.nodes().stream().flatMap(node -> node.objections().stream()).flatMap(each -> each.taint().stream())
                .map(Taint::key).filter(key -> fit.wish().requests().get(key) > 0).distinct()
                .forEach(
                        key -> unknown.add("Whether the cluster lets pods that ask for %s tolerate taints of that name "
                                .formatted(key) + "(ExtendedResourceToleration) is not told by it"));
    }

    /** Of pods that find no node by now. */
    private void growing(PodFit.FitOutcome outcome, boolean few) throws Failure, InterruptedException {
        boolean none = outcome == PodFit.FitOutcome.NOT_NOW || outcome == PodFit.FitOutcome.CLOSED
                || outcome == PodFit.FitOutcome.NEVER;
        if ((none || (few && outcome == PodFit.FitOutcome.FITS)) && neighbourhood.grows()) {
            unknown.add("The cluster has an autoscaler: whether it adds a node is not known before pods wait for one");
        }
    }

    private LimitRules limits(String namespace) throws Failure, InterruptedException {
        var found = new ArrayList<JsonNode>();
        var ranges = new ObjectRef("v1", "LimitRange", "limitranges", namespace, "");
        SchedulingContext.attempt(unknown, () -> source.each(ranges, "", found::add),
                "Whether a LimitRange adds requests or refuses them is not known");
        return new LimitRules(found);
    }

    /** @param refusals takes why the pods are refused, or their claims */
    private List<QuotaRemainder> quotas(PodSchedulingSpec wish, ManifestPods.Pods pods, JsonNode pod,
            List<JsonNode> claims,
            List<LaunchRefusal> refusals) throws Failure, InterruptedException {
        var rooms = new ArrayList<QuotaRemainder>();
        var quotas = new ObjectRef("v1", "ResourceQuota", "resourcequotas", wish.namespace(), "");
        SchedulingContext.attempt(unknown, () -> source.each(quotas, "", quota -> {
            if (QuotaScopes.of(quota).count(pod)) {
                rooms.addAll(PodQuotas.rooms(quota, wish, pod));
                MissingQuotaRequests.by(quota, pod).map(MissingQuotaRequests::refusal).ifPresent(refusals::add);
            }
            for (var claim : claims) {
                var refused = ClaimQuotas.refusals(quota, claim);
                refusals.addAll(refused);
                if (refused.isEmpty() && pods.each(claim.at("/metadata/name").asText())) {
                    rooms.addAll(ClaimQuotas.rooms(quota, claim));
                }
            }
        }), "What quotas of %s leave is not known".formatted(wish.namespace()));
        return rooms;
    }
}
