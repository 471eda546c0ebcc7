package tessera.demo.control.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;
import tessera.demo.store.objects.ObjectTimes;

/** Sends pods away from nodes whose taints they do not, or no longer, put up with; and those whose node is gone. */
public final class TaintEviction {

    private static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ControlComponent taints;
    private final ControlComponent collector;
    /** The taints that evict, by node. */
    private final Map<String, String> repelling = new HashMap<>();

    public TaintEviction(ControlLoop loop, ControllerKinds kinds, KnownPods pods) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        taints = new ControlComponent(loop, kinds, "kube-controller-manager", "taint-eviction-controller");
        collector = new ControlComponent(loop, kinds, "kube-controller-manager", "pod-garbage-collector");
        loop.follow(kinds.nodes(), this::nodeChanged);
        pods.listen((before, after) -> {
            if (after != null && !after.node().isEmpty() && (before == null || before.node().isEmpty())
                    && repelling.containsKey(after.node())) {
                loop.soon(List.of("evict", after.uid()), () -> consider(after.uid()));
            }
        });
    }

    private void nodeChanged(StoreChange.ChangeKind kind, ObjectNode node) {
        var name = StoreJson.text(node, "metadata", "name");
        if (kind == StoreChange.ChangeKind.DELETED) {
            repelling.remove(name);
            loop.after(QUARANTINE, () -> collect(name));
            return;
        }
        var text = new StringBuilder();
        for (var taint : node.path("spec").path("taints")) {
            if (taint.path("effect").asText().equals("NoExecute")) {
                text.append(taint);
            }
        }
        var before = text.isEmpty() ? repelling.remove(name) : repelling.put(name, text.toString());
        if (!text.isEmpty() && !text.toString().equals(before)) {
            pods.on(name).forEach(
                    card -> loop.soon(List.of("evict", card.uid()), () -> consider(card.uid())));
        }
    }

    private void consider(String uid) throws ApiError {
        var card = pods.byUid(uid);
        if (card == null || card.deleting()) {
            return;
        }
        var pod = taints.find(kinds.pods(), card.namespace(), card.name());
        var node = taints.find(kinds.nodes(), "", card.node());
        if (pod == null || node == null) {
            return;
        }
        var deadline = deadline(pod, node);
        if (deadline == null) {
            return;
        }
        var left = Duration.between(taints.now(), deadline);
        if (left.isPositive()) {
            loop.after(left, () -> consider(uid));
        } else {
            evict(pod, card);
        }
    }

    /** When the pod has to go; null if it may stay for ever. */
    private @Nullable Instant deadline(ObjectNode pod, ObjectNode node) {
        Instant earliest = null;
        for (var taint : node.path("spec").path("taints")) {
            if (taint.path("effect").asText().equals("NoExecute")) {
                var until = until(pod, taint);
                if (until != null && (earliest == null || until.isBefore(earliest))) {
                    earliest = until;
                }
            }
        }
        return earliest;
    }

    private @Nullable Instant until(ObjectNode pod, JsonNode taint) {
        var added = taint.hasNonNull("timeAdded") ? Instant.parse(taint.path("timeAdded").asText()) : taints.now();
        for (var toleration : pod.path("spec").path("tolerations")) {
            if (tolerates(toleration, taint)) {
                return toleration.hasNonNull("tolerationSeconds")
                        ? added.plusSeconds(toleration.path("tolerationSeconds").asLong())
                        : null;
            }
        }
        return taints.now();
    }

    private static boolean tolerates(JsonNode toleration, JsonNode taint) {
        var effect = toleration.path("effect").asText();
        var key = toleration.path("key").asText();
        boolean exists = toleration.path("operator").asText().equals("Exists");
        return (effect.isEmpty() || effect.equals("NoExecute"))
                && (key.isEmpty() ? exists : key.equals(taint.path("key").asText()))
                && (exists || toleration.path("value").asText().equals(taint.path("value").asText()));
    }

    private void evict(ObjectNode pod, PodCard card) throws ApiError {
        taints.tell(kinds.pods(), pod, EventNote.normal("TaintManagerEviction",
                "Marking for deletion Pod " + card.namespace() + "/" + card.name()));
        disrupt(taints, pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
        taints.delete(kinds.pods(), pod, DeleteOptions.USUAL);
    }

    private void disrupt(ControlComponent component, ObjectNode pod, String reason, String message) throws ApiError {
        long generation = pod.path("metadata").path("generation").asLong();
        component.editStatus(kinds.pods(), pod, status -> {
            var condition = status.withArrayProperty("conditions").addObject().put("type", "DisruptionTarget");
            if (generation > 0) {
                condition.put("observedGeneration", generation);
            }
            condition.put("status", "True").putNull("lastProbeTime")
                    .put("lastTransitionTime", ObjectTimes.seconds(component.now())).put("reason", reason)
                    .put("message", message);
        });
    }

    /** Pods of a node that was deleted and did not come back are gone with it. */
    private void collect(String node) throws ApiError {
        if (collector.find(kinds.nodes(), "", node) != null) {
            return;
        }
        for (var card : pods.on(node)) {
            var pod = collector.find(kinds.pods(), card.namespace(), card.name());
            if (pod == null) {
                continue;
            }
            if (!card.over()) {
                disrupt(collector, pod, "DeletionByPodGC", "PodGC: node no longer exists");
                collector.editStatus(kinds.pods(), pod, status -> status.put("phase", "Failed"));
            }
            collector.delete(kinds.pods(), pod, DeleteOptions.grace(0));
        }
    }
}
