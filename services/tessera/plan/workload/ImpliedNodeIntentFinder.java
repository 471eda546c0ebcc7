package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.kube.scheduling.Taint;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;

/** The intents that an edit of a node implies, such as a taint with its effects on pods. */
final class ImpliedNodeIntentFinder {

    private ImpliedNodeIntentFinder() {}

    static List<NodeChangeIntent> impliedBy(String name, JsonNode before, JsonNode after) {
        var node = TargetNodeSelection.of(name);
        var meanings = new ArrayList<NodeChangeIntent>();
        var former = readTaints(before);
        var taints = readTaints(after);
        var set = taints.stream().filter(taint -> !former.contains(taint)).toList();
        var kept = taints.stream().map(TaintKey::of).toList();
        var remove = former.stream().map(TaintKey::of).filter(key -> !kept.contains(key)).toList();
        if (!set.isEmpty() || !remove.isEmpty()) {
            meanings.add(new NodeChangeIntent.ChangeTaintsIntent(node, set, remove));
        }
        var labels = readLabels(before);
        var changed = readLabels(after);
        Set<String> gone = new TreeSet<>(labels.keySet());
        gone.removeAll(changed.keySet());
        changed.entrySet().removeIf(label -> label.getValue().equals(labels.get(label.getKey())));
        if (!changed.isEmpty() || !gone.isEmpty()) {
            meanings.add(new NodeChangeIntent.ChangeLabelsIntent(node, changed, gone));
        }
        boolean closed = after.at("/spec/unschedulable").asBoolean();
        if (closed != before.at("/spec/unschedulable").asBoolean()) {
            meanings.add(closed ? new NodeChangeIntent.CordonNodesIntent(node)
                    : new NodeChangeIntent.UncordonNodesIntent(node));
        }
        return meanings;
    }

    private static List<Taint> readTaints(JsonNode node) {
        var taints = new ArrayList<Taint>();
        node.at("/spec/taints").forEach(taint -> taints.add(
                new Taint(taint.path("key").asText(), taint.path("value").asText(), taint.path("effect").asText())));
        return taints;
    }

    static Map<String, String> readLabels(JsonNode object) {
        var labels = new TreeMap<String, String>();
        object.at("/metadata/labels").properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }
}
