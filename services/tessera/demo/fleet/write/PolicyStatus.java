package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What the GPU operator thinks of its policy.
 *
 * @param well    whether nothing is left to do; there need not be a single GPU for that
 * @param reason  of the condition that holds
 * @param message in the operator's words
 */
public record PolicyStatus(boolean well, String reason, String message) {

    /**
     * That of a cluster with GPUs.
     *
     * @param unready operands that are not ready, as the operator calls them
     */
    public static PolicyStatus of(List<String> unready) {
        return unready.isEmpty()
                ? new PolicyStatus(true, "Reconciled",
                        "ClusterPolicy is ready as all resources have been successfully reconciled")
                : new PolicyStatus(false, "OperandNotReady",
                        "ClusterPolicy is not ready, states not ready: [" + String.join(" ", unready) + "]");
    }

    /** No node carries labels of node feature discovery. */
    public static PolicyStatus withoutFeatures() {
        return new PolicyStatus(true, "NFDLabelsMissing",
                "No NFD labels found in the cluster, GPU nodes cannot be discovered");
    }

    /** There are such labels, and none of a GPU. */
    public static PolicyStatus withoutGpus() {
        return new PolicyStatus(true, "NoGPUNodes", "No GPU node found, watching for new nodes to join the cluster.");
    }

    public String state() {
        return well ? "ready" : "notReady";
    }

    /**
     * The status as it is written.
     *
     * @param before what was written last: a condition that still holds keeps its time
     */
    public ObjectNode status(String namespace, String now, JsonNode before) {
        var status = JsonNodeFactory.instance.objectNode();
        var conditions = JsonNodeFactory.instance.arrayNode();
        conditions.add(condition("Ready", well, before, now).put("reason", reason).put("message",
                well ? message : ""));
        conditions.add(condition("Error", !well, before, now).put("reason", well ? "Ready" : reason)
                .put("message", well ? "" : message));
        status.set("conditions", conditions);
        return status.put("namespace", namespace).put("state", state());
    }

    private static ObjectNode condition(String type, boolean holds, JsonNode before, String now) {
        var text = holds ? "True" : "False";
        var since = now;
        for (var old : before.path("conditions")) {
            if (old.path("type").asText().equals(type) && old.path("status").asText().equals(text)) {
                since = old.path("lastTransitionTime").asText(now);
            }
        }
        return JsonNodeFactory.instance.objectNode().put("type", type).put("status", text).put("lastTransitionTime",
                since);
    }
}
