package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodTemplateHasher;
import tessera.demo.object.SimulatedWorkloadStatus;
import tessera.demo.object.SimulatedWorkloadStatus.ReplicaCounts;
import tessera.demo.schedule.SimulatedScheduler;
import tessera.demo.schedule.SimulatedSchedulerCache;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.kube.quantity.CountOrPercentage;
import tessera.kube.scheduling.FilterResult;

/** Controller that keeps one pod of each DaemonSet on every eligible node. */
public final class SimulatedDaemonSetController extends SimulatedWorkloadController {

    private static final List<String> WEATHERED = List.of("not-ready", "unreachable", "disk-pressure",
            "memory-pressure", "pid-pressure", "unschedulable");
    private static final String REVISION = "controller-revision-hash";

    /** What of each node matters here: its labels and taints. */
    private final Map<String, String> traits = new HashMap<>();
    /** Nodes without their pods: what a daemon needs is not weighed against what others use. */
    private final SimulatedSchedulerCache empty = new SimulatedSchedulerCache();
    private final SimulatedScheduler scheduler = new SimulatedScheduler(empty);
    /** The same with those taints only that drive pods away: where a pod that is there may stay. */
    private final SimulatedSchedulerCache staying = new SimulatedSchedulerCache();
    private final SimulatedScheduler patient = new SimulatedScheduler(staying);

    public SimulatedDaemonSetController(SimulatedControllerContext context) {
        super(context, context.types().daemonSets(), "daemonset-controller");
        loop.follow(types.nodes(), this::nodeChanged);
        followOwners();
    }

    private void nodeChanged(WatchEventType kind, ObjectNode node) {
        var name = SimulatedMetadata.nameOf(node);
        var trait = kind == WatchEventType.DELETED ? ""
                : node.path("metadata").path("labels") + "" + node.path("spec").path("taints");
        var before = traits.put(name, trait);
        if (trait.equals(before)) {
            return;
        }
        if (kind == WatchEventType.DELETED) {
            traits.remove(name);
            empty.removeNode(name);
            staying.removeNode(name);
        } else {
            empty.putNode(emptyNode(node, false));
            staying.putNode(emptyNode(node, true));
        }
        scheduleAll();
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

    @Override
    void reconcile(ObjectNode set) throws SimulatedApiException {
        var verdicts = scheduler.nodeVerdicts(probePod(set));
        var stays = patient.nodeVerdicts(probePod(set));
        var byNode = new HashMap<String, SimulatedCachedPod>();
        for (var pod : podsOf(set)) {
            var node = pod.nodeName().isEmpty() ? pinnedNode(pod) : pod.nodeName();
            boolean wanted = isEligible(stays, node);
            var twin = byNode.get(node);
            if (!pod.deleting() && (!wanted || pod.isTerminal() || (twin != null && !twin.deleting()))) {
                deletePod(set, pod);
            } else {
                byNode.put(node, pod);
            }
        }
        for (var verdict : verdicts.entrySet()) {
            if (verdict.getValue().passed() && !byNode.containsKey(verdict.getKey())
                    && !createPod(set, newPod(set, verdict.getKey()))) {
                break;
            }
        }
        // A pod that is stranded where none belongs any more does not hold up the others.
        byNode.keySet().removeIf(node -> !isEligible(verdicts, node));
        replaceOutdated(set, byNode);
        writeStatus(set, verdicts);
    }

    private String pinnedNode(SimulatedCachedPod cachedPod) {
        var pod = component.findPod(cachedPod);
        if (pod == null) {
            return "";
        }
        return pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                + "/nodeSelectorTerms/0/matchFields/0/values/0").asText();
    }

    /** Returns a pod without requests, to find the nodes that admit the set's pods. */
    private static ObjectNode probePod(ObjectNode set) {
        var pod = newPod(set, "");
        var spec = pod.withObjectProperty("spec");
        spec.remove(List.of("initContainers", "volumes", "overhead", "resources", "containers"));
        var template = set.path("spec").path("template").path("spec").path("affinity");
        spec.remove("affinity");
        if (template.isObject()) {
            spec.set("affinity", template.deepCopy());
        }
        return pod;
    }

    private static ObjectNode newPod(ObjectNode set, String node) {
        var pod = newPod(set.path("spec").path("template"), set);
        SimulatedMetadata.labelsOf(pod).put(REVISION, revisionOf(set)).put("pod-template-generation", "1");
        var spec = pod.withObjectProperty("spec");
        var terms = spec.withObjectProperty("affinity").withObjectProperty("nodeAffinity")
                .withObjectProperty("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms");
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
    private void replaceOutdated(ObjectNode set, Map<String, SimulatedCachedPod> byNode) throws SimulatedApiException {
        if (set.path("spec").path("updateStrategy").path("type").asText("").equals("OnDelete")) {
            return;
        }
        var revision = revisionOf(set);
        long away = byNode.values().stream().filter(pod -> !pod.ready() || pod.deleting()).count();
        long allowed = Math.max(0, maxUnavailable(set, byNode.size()) - away);
        for (var pod : byNode.values()) {
            if (pod.isActive() && !revision.equals(pod.labels().get(REVISION)) && (!pod.ready() || allowed-- > 0)) {
                deletePod(set, pod);
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

    private void writeStatus(ObjectNode set, Map<String, FilterResult> verdicts) throws SimulatedApiException {
        var active = activePodsOf(set);
        int desired = (int) verdicts.values().stream().filter(FilterResult::passed).count();
        var right = active.stream().filter(pod -> isEligible(verdicts, pod.nodeName())).toList();
        int scheduled = (int) right.stream().map(SimulatedCachedPod::nodeName).distinct().count();
        int ready = (int) right.stream().filter(SimulatedCachedPod::ready).count();
        var revision = revisionOf(set);
        int updated = (int) right.stream().filter(pod -> revision.equals(pod.labels().get(REVISION))).count();
        editStatus(set, status -> SimulatedWorkloadStatus.putDaemonSet(status, SimulatedMetadata.generationOf(set),
                new ReplicaCounts(desired, scheduled, updated, ready, 0), active.size() - right.size()));
    }
}
