package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.object.TemplateHash;
import tessera.demo.schedule.ClusterView;
import tessera.demo.schedule.DefaultScheduler;
import tessera.demo.schedule.NodeVerdict;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** Keeps one pod of each DaemonSet on every node that it wants and that lets it in. */
public final class DaemonSets {

    private static final List<String> WEATHERED = List.of("not-ready", "unreachable", "disk-pressure",
            "memory-pressure", "pid-pressure", "unschedulable");
    private static final String REVISION = "controller-revision-hash";

    private final WorkloadController office;
    /** What of each node matters here: its labels and taints. */
    private final Map<String, String> traits = new HashMap<>();
    /** Nodes without their pods: what a daemon needs is not weighed against what others use. */
    private final ClusterView empty = new ClusterView();
    private final DefaultScheduler scheduler = new DefaultScheduler(empty);
    /** The same with those taints only that drive pods away: where a pod that is there may stay. */
    private final ClusterView staying = new ClusterView();
    private final DefaultScheduler patient = new DefaultScheduler(staying);
    private final Map<String, String> sets = new LinkedHashMap<>();

    public DaemonSets(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        office = new WorkloadController(loop, kinds, pods, kinds.daemonSets(), "daemonset-controller");
        loop.follow(kinds.nodes(), this::nodeChanged);
        loop.follow(kinds.daemonSets(), (kind, set) -> {
            var uid = StoreJson.text(set, "metadata", "uid");
            if (kind == StoreChange.ChangeKind.DELETED) {
                sets.remove(uid);
            } else {
                sets.put(uid, StoreJson.text(set, "metadata", "name"));
            }
        });
        office.open(this::reconcile);
    }

    private void nodeChanged(StoreChange.ChangeKind kind, ObjectNode node) {
        var name = StoreJson.text(node, "metadata", "name");
        var trait = kind == StoreChange.ChangeKind.DELETED
                ? ""
                : node.path("metadata").path("labels") + "" + node.path("spec").path("taints");
        var before = traits.put(name, trait);
        if (trait.equals(before)) {
            return;
        }
        if (kind == StoreChange.ChangeKind.DELETED) {
            traits.remove(name);
            empty.removeNode(name);
            staying.removeNode(name);
        } else {
            empty.putNode(roomy(node, false));
            staying.putNode(roomy(node, true));
        }
        sets.keySet().forEach(uid -> office.look(uid, this::reconcile));
    }

    /** The node as one that has room for everything and is not cordoned. */
    private static ObjectNode roomy(ObjectNode node, boolean onlyEvicting) {
        var copy = StoreJson.object();
        copy.set("metadata", node.path("metadata"));
        var taints = copy.putObject("spec").putArray("taints");
        for (var taint : node.path("spec").path("taints")) {
            if (!onlyEvicting || taint.path("effect").asText().equals("NoExecute")) {
                taints.add(taint);
            }
        }
        copy.putObject("status").putObject("allocatable").put("pods", "1000000").put("cpu", "1000000")
                .put("memory", "1000000Gi").put("ephemeral-storage", "1000000Gi");
        return copy;
    }

    private void reconcile(ObjectNode set) throws ApiError {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var verdicts = scheduler.verdicts(probe(set));
        var stays = patient.verdicts(probe(set));
        var byNode = new HashMap<String, PodCard>();
        for (var pod : office.podsOf(set)) {
            var node = pod.node().isEmpty() ? pinnedTo(pod) : pod.node();
            boolean wanted = fits(stays, node);
            var twin = byNode.get(node);
            if (!pod.deleting() && (!wanted || pod.over() || (twin != null && !twin.deleting()))) {
                office.dismiss(set, pod);
            } else {
                byNode.put(node, pod);
            }
        }
        for (var verdict : verdicts.entrySet()) {
            if (verdict.getValue().fits() && !byNode.containsKey(verdict.getKey())
                    && office.hire(set, pod(set, verdict.getKey()), this::reconcile) == null) {
                break;
            }
        }
        // A pod that is stranded where none belongs any more does not hold up the others.
        byNode.keySet().removeIf(node -> !fits(verdicts, node));
        renew(set, byNode);
        report(set, verdicts);
    }

    private String pinnedTo(PodCard card) {
        var pod = office.component().find(office.kinds().pods(), card.namespace(), card.name());
        return pod == null
                ? ""
                : pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                        + "/nodeSelectorTerms/0/matchFields/0/values/0").asText();
    }

    /** A pod that asks for nothing, to find out which nodes let the set's pods in. */
    private static ObjectNode probe(ObjectNode set) {
        var pod = pod(set, "");
        var spec = StoreJson.child(pod, "spec");
        spec.remove(List.of("initContainers", "volumes", "overhead", "resources", "containers"));
        var template = set.path("spec").path("template").path("spec").path("affinity");
        spec.remove("affinity");
        if (template.isObject()) {
            spec.set("affinity", template.deepCopy());
        }
        return pod;
    }

    private static ObjectNode pod(ObjectNode set, String node) {
        var pod = PodBlueprint.pod(set.path("spec").path("template"), set);
        StoreJson.child(StoreJson.child(pod, "metadata"), "labels").put(REVISION, revision(set)).put(
                "pod-template-generation",
                "1");
        var spec = StoreJson.child(pod, "spec");
        var terms = StoreJson.child(StoreJson.child(StoreJson.child(spec, "affinity"), "nodeAffinity"),
                "requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms");
        terms.addObject().putArray("matchFields").addObject().put("key", "metadata.name").put("operator", "In")
                .putArray("values").add(node);
        var tolerations = spec.withArrayProperty("tolerations");
        for (var problem : WEATHERED) {
            tolerations.addObject().put("key", "node.kubernetes.io/" + problem).put("operator", "Exists").put("effect",
                    problem.startsWith("not-") || problem.startsWith("unr") ? "NoExecute" : "NoSchedule");
        }
        if (spec.path("hostNetwork").asBoolean()) {
            tolerations.addObject().put("key", "node.kubernetes.io/network-unavailable").put("operator", "Exists")
                    .put("effect", "NoSchedule");
        }
        return pod;
    }

    private static String revision(ObjectNode set) {
        return TemplateHash.of(set.path("spec").path("template"));
    }

    /** After a change of the template, pods of the old one go a few at a time. */
    private void renew(ObjectNode set, Map<String, PodCard> byNode) throws ApiError {
        if (StoreJson.text(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
            return;
        }
        var revision = revision(set);
        long away = byNode.values().stream().filter(pod -> !pod.ready() || pod.deleting()).count();
        long allowed = Math.max(0, unavailable(set, byNode.size()) - away);
        for (var pod : byNode.values()) {
            if (pod.active() && !revision.equals(pod.labels().get(REVISION)) && (!pod.ready() || allowed-- > 0)) {
                office.dismiss(set, pod);
            }
        }
    }

    /** How many pods may be away during an update; those that are away anyway count. */
    private static long unavailable(ObjectNode set, int pods) {
        var most = set.path("spec").path("updateStrategy").path("rollingUpdate").path("maxUnavailable");
        var text = most.asText("1");
        long number = text.endsWith("%")
                ? (long) Math.ceil(pods * Integer.parseInt(text.substring(0, text.length() - 1)) / 100.0)
                : most.asLong(1);
        return Math.max(1, number);
    }

    private static boolean fits(Map<String, NodeVerdict> verdicts, String node) {
        var verdict = verdicts.get(node);
        return verdict != null && verdict.fits();
    }

    private void report(ObjectNode set, Map<String, NodeVerdict> verdicts) throws ApiError {
        var pods = office.podsOf(set).stream().filter(PodCard::active).toList();
        int desired = (int) verdicts.values().stream().filter(NodeVerdict::fits).count();
        var right = pods.stream().filter(pod -> fits(verdicts, pod.node())).toList();
        int scheduled = (int) right.stream().map(PodCard::node).distinct().count();
        int ready = (int) right.stream().filter(PodCard::ready).count();
        var revision = revision(set);
        int updated = (int) right.stream().filter(pod -> revision.equals(pod.labels().get(REVISION))).count();
        Consumer<ObjectNode> edit = status -> {
            status.put("currentNumberScheduled", scheduled).put("numberMisscheduled", pods.size() - right.size())
                    .put("desiredNumberScheduled", desired).put("numberReady", ready)
                    .put("observedGeneration", set.path("metadata").path("generation").asLong());
            OwnerStatuses.count(status, "updatedNumberScheduled", updated);
            OwnerStatuses.count(status, "numberAvailable", ready);
            OwnerStatuses.count(status, "numberUnavailable", Math.max(0, desired - ready));
        };
        office.component().editStatus(office.kinds().daemonSets(), set, edit);
    }
}
