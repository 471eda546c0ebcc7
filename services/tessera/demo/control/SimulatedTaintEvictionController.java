package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.kube.scheduling.Toleration;
import tessera.kube.scheduling.TolerationReader;

/** Evictor of pods that do not tolerate a node's taints, or no longer, and of pods whose node is deleted. */
public final class SimulatedTaintEvictionController extends SimulatedController {

    private static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final SimulatedControlPlaneComponent collector;
    /** The taints that evict, by node. */
    private final Map<String, String> repelling = new HashMap<>();

    public SimulatedTaintEvictionController(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "taint-eviction-controller");
        collector = context.newComponent("kube-controller-manager", "pod-garbage-collector");
        loop.follow(types.nodes(), this::nodeChanged);
        pods.addListener((before, after) -> {
            if (after != null && !after.nodeName().isEmpty() && (before == null || before.nodeName().isEmpty())
                    && repelling.containsKey(after.nodeName())) {
                loop.schedule(List.of("evict", after.uid()), () -> considerPod(after.uid()));
            }
        });
    }

    private void nodeChanged(WatchEventType kind, ObjectNode node) {
        var name = SimulatedMetadata.nameOf(node);
        if (kind == WatchEventType.DELETED) {
            repelling.remove(name);
            loop.runAfter(QUARANTINE, () -> deleteStrandedPods(name));
            return;
        }
        var text = evictingTaints(node).map(JsonNode::toString).collect(Collectors.joining());
        var before = text.isEmpty() ? repelling.remove(name) : repelling.put(name, text);
        if (!text.isEmpty() && !text.equals(before)) {
            for (var cachedPod : pods.onNode(name)) {
                loop.schedule(List.of("evict", cachedPod.uid()), () -> considerPod(cachedPod.uid()));
            }
        }
    }

    private void considerPod(String uid) throws SimulatedApiException {
        var cachedPod = pods.byUid(uid);
        if (cachedPod == null || cachedPod.deleting()) {
            return;
        }
        var pod = component.findPod(cachedPod);
        var node = component.find(types.nodes(), "", cachedPod.nodeName());
        if (pod == null || node == null) {
            return;
        }
        var deadline = evictionTime(pod, node);
        if (deadline == null) {
            return;
        }
        var left = Duration.between(component.now(), deadline);
        if (left.isPositive()) {
            loop.runAfter(left, () -> considerPod(uid));
        } else {
            evictPod(pod, cachedPod);
        }
    }

    /** Returns the time at which the pod must leave; null if it may stay forever. */
    private @Nullable Instant evictionTime(ObjectNode pod, ObjectNode node) {
        var tolerations = TolerationReader.readTolerations(pod.path("spec").path("tolerations"));
        return evictingTaints(node).flatMap(taint -> toleratedUntil(tolerations, taint).stream())
                .min(Comparator.naturalOrder()).orElse(null);
    }

    private static Stream<JsonNode> evictingTaints(ObjectNode node) {
        return node.path("spec").path("taints").valueStream()
                .filter(taint -> taint.path("effect").asText().equals("NoExecute"));
    }

    private Optional<Instant> toleratedUntil(List<Toleration> tolerations, JsonNode taint) {
        var added = taint.hasNonNull("timeAdded") ? Instant.parse(taint.path("timeAdded").asText()) : component.now();
        for (var toleration : tolerations) {
            if (toleration.toleratesTaint(TolerationReader.readTaint(taint))) {
                return Optional.ofNullable(toleration.seconds()).map(added::plusSeconds);
            }
        }
        return Optional.of(component.now());
    }

    private void evictPod(ObjectNode pod, SimulatedCachedPod cachedPod) throws SimulatedApiException {
        component.recordEvent(types.pods(), pod, SimulatedEvent.normal("TaintManagerEviction",
                "Marking for deletion Pod " + cachedPod.namespace() + "/" + cachedPod.name()));
        setDisruptionTarget(component, pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
        component.delete(types.pods(), pod);
    }

    private void setDisruptionTarget(SimulatedControlPlaneComponent writer, ObjectNode pod, String reason,
            String message) throws SimulatedApiException {
        var condition = SimulatedPodStatus
                .newCondition("DisruptionTarget", "True", SimulatedMetadata.generationOf(pod), writer.now())
                .put("reason", reason).put("message", message);
        writer.editStatus(types.pods(), pod, status -> status.withArrayProperty("conditions").add(condition));
    }

    /** Deletes the pods of a deleted node that did not come back. */
    private void deleteStrandedPods(String node) throws SimulatedApiException {
        if (collector.find(types.nodes(), "", node) != null) {
            return;
        }
        for (var cachedPod : pods.onNode(node)) {
            var pod = collector.findPod(cachedPod);
            if (pod == null) {
                continue;
            }
            if (!cachedPod.isTerminal()) {
                setDisruptionTarget(collector, pod, "DeletionByPodGC", "PodGC: node no longer exists");
                collector.editStatus(types.pods(), pod, status -> status.put("phase", "Failed"));
            }
            collector.delete(types.pods(), pod, SimulatedDeleteOptions.withGracePeriod(0));
        }
    }
}
