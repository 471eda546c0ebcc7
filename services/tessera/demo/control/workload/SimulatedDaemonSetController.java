package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.kube.quantity.CountOrPercentage;
import tessera.kube.scheduling.FilterResult;

/** Controller that keeps one pod of each DaemonSet on every eligible node. */
public final class SimulatedDaemonSetController {

    private static final List<String> WEATHERED = List.of("not-ready", "unreachable", "disk-pressure",
            "memory-pressure", "pid-pressure", "unschedulable");
    private static final String REVISION = "controller-revision-hash";

    private final SimulatedCommonWorkloadController controller;
    /** What of each node matters here: its labels and taints. */
    private final Map<String, String> traits = new HashMap<>();
    /** Nodes without their pods: what a daemon needs is not weighed against what others use. */
    private final SimulatedSchedulerCache empty = new SimulatedSchedulerCache();
    private final SimulatedScheduler scheduler = new SimulatedScheduler(empty);
    /** The same with those taints only that drive pods away: where a pod that is there may stay. */
    private final SimulatedSchedulerCache staying = new SimulatedSchedulerCache();
    private final SimulatedScheduler patient = new SimulatedScheduler(staying);
    private final Map<String, String> sets = new LinkedHashMap<>();

    public SimulatedDaemonSetController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods) {
        controller = new SimulatedCommonWorkloadController(loop, types, pods, types.daemonSets(),
                "daemonset-controller");
        loop.follow(types.nodes(), this::nodeChanged);
        loop.follow(types.daemonSets(), (kind, set) -> {
            var uid = SimulatedStoreJsonCodec.textAt(set, "metadata", "uid");
            if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                sets.remove(uid);
            } else {
                sets.put(uid, SimulatedStoreJsonCodec.textAt(set, "metadata", "name"));
            }
        });
        controller.followOwners(this::reconcile);
    }

    private void nodeChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode node) {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        var trait = kind == SimulatedStoredObjectChange.WatchEventType.DELETED
                ? ""
                : node.path("metadata").path("labels") + "" + node.path("spec").path("taints");
        var before = traits.put(name, trait);
        if (trait.equals(before)) {
            return;
        }
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            traits.remove(name);
            empty.removeNode(name);
            staying.removeNode(name);
        } else {
            empty.putNode(emptyNode(node, false));
            staying.putNode(emptyNode(node, true));
        }
        sets.keySet().forEach(uid -> controller.schedule(uid, this::reconcile));
    }

    /** Returns a copy of the node that is not cordoned and has unlimited room. */
    private static ObjectNode emptyNode(ObjectNode node, boolean onlyEvicting) {
        var copy = SimulatedStoreJsonCodec.newObject();
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

    private void reconcile(ObjectNode set) throws SimulatedApiException {
        if (set.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var verdicts = scheduler.nodeVerdicts(probePod(set));
        var stays = patient.nodeVerdicts(probePod(set));
        var byNode = new HashMap<String, SimulatedControllerCachedPod>();
        for (var pod : controller.podsOf(set)) {
            var node = pod.nodeName().isEmpty() ? pinnedNode(pod) : pod.nodeName();
            boolean wanted = isEligible(stays, node);
            var twin = byNode.get(node);
            if (!pod.deleting() && (!wanted || pod.isTerminal() || (twin != null && !twin.deleting()))) {
                controller.deletePod(set, pod);
            } else {
                byNode.put(node, pod);
            }
        }
        for (var verdict : verdicts.entrySet()) {
            if (verdict.getValue().passed() && !byNode.containsKey(verdict.getKey())
                    && controller.createPod(set, newPod(set, verdict.getKey()), this::reconcile) == null) {
                break;
            }
        }
        // A pod that is stranded where none belongs any more does not hold up the others.
        byNode.keySet().removeIf(node -> !isEligible(verdicts, node));
        replaceOutdated(set, byNode);
        writeStatus(set, verdicts);
    }

    private String pinnedNode(SimulatedControllerCachedPod cachedPod) {
        var pod = controller.component().find(controller.kinds().pods(), cachedPod.namespace(), cachedPod.name());
        if (pod == null) {
            return "";
        }
        return pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                + "/nodeSelectorTerms/0/matchFields/0/values/0").asText();
    }

    /** Returns a pod without requests, to find the nodes that admit the set's pods. */
    private static ObjectNode probePod(ObjectNode set) {
        var pod = newPod(set, "");
        var spec = SimulatedStoreJsonCodec.childObject(pod, "spec");
        spec.remove(List.of("initContainers", "volumes", "overhead", "resources", "containers"));
        var template = set.path("spec").path("template").path("spec").path("affinity");
        spec.remove("affinity");
        if (template.isObject()) {
            spec.set("affinity", template.deepCopy());
        }
        return pod;
    }

    private static ObjectNode newPod(ObjectNode set, String node) {
        var pod = SimulatedPodFactory.newPod(set.path("spec").path("template"), set);
        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels")
                .put(REVISION, revisionOf(set)).put(
                        "pod-template-generation",
                        "1");
        var spec = SimulatedStoreJsonCodec.childObject(pod, "spec");
        var terms = SimulatedStoreJsonCodec
                .childObject(
                        SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(spec, "affinity"),
                                "nodeAffinity"),
                        "requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms");
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

    private static String revisionOf(ObjectNode set) {
        return SimulatedPodTemplateHasher.revisionName(set.path("spec").path("template"));
    }

    /** Deletes pods of an old template, a few at a time. */
    private void replaceOutdated(ObjectNode set, Map<String, SimulatedControllerCachedPod> byNode)
            throws SimulatedApiException {
        if (SimulatedStoreJsonCodec.textAt(set, "spec", "updateStrategy", "type").equals("OnDelete")) {
            return;
        }
        var revision = revisionOf(set);
        long away = byNode.values().stream().filter(pod -> !pod.ready() || pod.deleting()).count();
        long allowed = Math.max(0, maxUnavailable(set, byNode.size()) - away);
        for (var pod : byNode.values()) {
            if (pod.isActive() && !revision.equals(pod.labels().get(REVISION)) && (!pod.ready() || allowed-- > 0)) {
                controller.deletePod(set, pod);
            }
        }
    }

    /** Returns how many pods may be unavailable during an update, counting those already unavailable. */
    private static long maxUnavailable(ObjectNode set, int pods) {
        var most = set.path("spec").path("updateStrategy").path("rollingUpdate").path("maxUnavailable");
        return Math.max(1, CountOrPercentage.scaled(most.asText("1"), pods, RoundingMode.CEILING));
    }

    private static boolean isEligible(Map<String, FilterResult> verdicts, String node) {
        var filterResult = verdicts.get(node);
        return filterResult != null && filterResult.passed();
    }

    private void writeStatus(ObjectNode set, Map<String, FilterResult> verdicts)
            throws SimulatedApiException {
        var pods = controller.podsOf(set).stream().filter(SimulatedControllerCachedPod::isActive).toList();
        int desired = (int) verdicts.values().stream().filter(FilterResult::passed).count();
        var right = pods.stream().filter(pod -> isEligible(verdicts, pod.nodeName())).toList();
        int scheduled = (int) right.stream().map(SimulatedControllerCachedPod::nodeName).distinct().count();
        int ready = (int) right.stream().filter(SimulatedControllerCachedPod::ready).count();
        var revision = revisionOf(set);
        int updated = (int) right.stream().filter(pod -> revision.equals(pod.labels().get(REVISION))).count();
        var counts = new SimulatedWorkloadStatus.ReplicaCounts(desired, scheduled, updated, ready, 0);
        Consumer<ObjectNode> edit = status -> SimulatedWorkloadStatus.putDaemonSet(status,
                set.path("metadata").path("generation").asLong(), counts, pods.size() - right.size());
        controller.component().editStatus(controller.kinds().daemonSets(), set, edit);
    }
}
