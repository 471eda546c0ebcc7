package tessera.plan.node;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.model.ObjectRef;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.step.PlanStep;
import tessera.plan.step.PlanStep.ObjectPatchFormat;

/** Creates patches of nodes. Each holds for the state that it was planned from, and for no later one. */
public final class NodePatchFactory {

    private static final JsonMapper JSON = new JsonMapper();

    private NodePatchFactory() {}

    /**
     * Returns a patch of some fields.
     *
     * @param relied  the fields as they are, by JSON pointer; null for what is not there
     * @param content fills in the fields, beside the resource version
     */
    public static PlanStep.PatchObjectStep patchOf(PlanTargetNode node, Map<String, @Nullable Object> relied,
            Consumer<ObjectNode> content) {
        return patchOf(node, "", relied, content);
    }

    /** Returns a patch of some fields of the status. */
    static PlanStep.PatchObjectStep statusPatchOf(PlanTargetNode node, Map<String, @Nullable Object> relied,
            Consumer<ObjectNode> content) {
        return patchOf(node, "status", relied, content);
    }

    private static PlanStep.PatchObjectStep patchOf(PlanTargetNode node, String subresource,
            Map<String, @Nullable Object> relied, Consumer<ObjectNode> content) {
        var body = JSON.createObjectNode();
        body.putObject("metadata").put("resourceVersion", node.resourceVersion());
        content.accept(body);
        var fields = new HashMap<String, String>();
        relied.forEach((pointer, value) -> fields.put(pointer, JSON.valueToTree(value).toString()));
        return new PlanStep.PatchObjectStep(ObjectRef.node(node.name()), subresource, ObjectPatchFormat.MERGE,
                body.toString(), fields);
    }

    /** Returns the taints of a node as JSON. */
    static ArrayNode taintsJson(List<NodeTaint> taints) {
        var list = JSON.createArrayNode();
        for (var taint : taints) {
            var json = list.addObject().put("key", taint.taint().key());
            if (!taint.taint().value().isEmpty()) {
                json.put("value", taint.taint().value());
            }
            json.put("effect", taint.taint().effect());
            if (!taint.timeAdded().isEmpty()) {
                json.put("timeAdded", taint.timeAdded());
            }
        }
        return list;
    }
}
