package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.object.TextMaps;
import tessera.insight.node.FieldWrite;
import tessera.model.Taint;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.NodeObject;
import tessera.plan.context.NodeObject.NodeTaint;
import tessera.plan.context.PodDetail;
import tessera.scheduling.spec.TolerationReader;

/** Converts objects of the API for plans. */
final class PlanObjects {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private PlanObjects() {}

    static NodeObject toNode(JsonNode node) {
        var metadata = node.path("metadata");
        var spec = node.path("spec");
        return new NodeObject(metadata.path("name").asText(), metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(), TextMaps.readMap(metadata.path("labels")),
                mapElements(spec.path("taints"), taint -> new NodeTaint(
                        new Taint(taint.path("key").asText(), taint.path("value").asText(""),
                                taint.path("effect").asText()),
                        taint.path("timeAdded").asText(""))),
                spec.path("unschedulable").asBoolean(false), TextMaps.readMap(node.path("status").path("capacity")),
                FieldWrite.lastWrite(node, "/spec/unschedulable"));
    }

    static PodDetail toPod(JsonNode pod) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        var emptyDirs = new ArrayList<String>();
        spec.path("volumes").forEach(volume -> {
            if (volume.has("emptyDir")) {
                emptyDirs.add(volume.path("name").asText());
            }
        });
        return new PodDetail(metadata.path("namespace").asText(), metadata.path("name").asText(),
                metadata.path("uid").asText(), TextMaps.readMap(spec.path("nodeSelector")),
                TolerationReader.readTolerations(spec.path("tolerations")), emptyDirs,
                metadata.path("annotations").has(MIRROR));
    }

    static BudgetStatus toBudget(JsonNode budget) {
        var metadata = budget.path("metadata");
        var status = budget.path("status");
        return new BudgetStatus(metadata.path("namespace").asText(), metadata.path("name").asText(),
                toSelection(budget.path("spec").path("selector")),
                status.path("disruptionsAllowed").asInt(0), "it needs %d healthy pods and has %d"
                        .formatted(status.path("desiredHealthy").asInt(), status.path("currentHealthy").asInt()));
    }

    static BudgetStatus.BudgetSelector toSelection(JsonNode selector) {
        return new BudgetStatus.BudgetSelector(TextMaps.readMap(selector.path("matchLabels")),
                mapElements(selector.path("matchExpressions"), expression -> new BudgetStatus.BudgetRequirement(
                        expression.path("key").asText(), expression.path("operator").asText(),
                        mapElements(expression.path("values"), JsonNode::asText))),
                selector.isMissingNode() || selector.isNull());
    }

    private static <T> List<T> mapElements(JsonNode array, Function<JsonNode, T> read) {
        var list = new ArrayList<T>();
        array.forEach(element -> list.add(read.apply(element)));
        return list;
    }
}
