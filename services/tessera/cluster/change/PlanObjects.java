package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.object.Texts;
import tessera.fit.wish.Tolerations;
import tessera.insight.node.FieldWrite;
import tessera.model.Taint;
import tessera.plan.survey.Budget;
import tessera.plan.survey.NodeObject;
import tessera.plan.survey.NodeObject.HeldTaint;
import tessera.plan.survey.PodDetail;

/** Objects of the API as plans need them. */
final class PlanObjects {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private PlanObjects() {}

    static NodeObject node(JsonNode node) {
        var metadata = node.path("metadata");
        var spec = node.path("spec");
        return new NodeObject(metadata.path("name").asText(), metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(), Texts.of(metadata.path("labels")),
                list(spec.path("taints"), taint -> new HeldTaint(
                        new Taint(taint.path("key").asText(), taint.path("value").asText(""),
                                taint.path("effect").asText()),
                        taint.path("timeAdded").asText(""))),
                spec.path("unschedulable").asBoolean(false), Texts.of(node.path("status").path("capacity")),
                FieldWrite.last(node, "/spec/unschedulable"));
    }

    static PodDetail pod(JsonNode pod) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        var emptyDirs = new ArrayList<String>();
        spec.path("volumes").forEach(volume -> {
            if (volume.has("emptyDir")) {
                emptyDirs.add(volume.path("name").asText());
            }
        });
        return new PodDetail(metadata.path("namespace").asText(), metadata.path("name").asText(),
                metadata.path("uid").asText(), Texts.of(spec.path("nodeSelector")),
                Tolerations.of(spec.path("tolerations")), emptyDirs,
                metadata.path("annotations").has(MIRROR));
    }

    static Budget budget(JsonNode budget) {
        var metadata = budget.path("metadata");
        var status = budget.path("status");
        return new Budget(metadata.path("namespace").asText(), metadata.path("name").asText(),
                selection(budget.path("spec").path("selector")),
                status.path("disruptionsAllowed").asInt(0), "it needs %d healthy pods and has %d"
                        .formatted(status.path("desiredHealthy").asInt(), status.path("currentHealthy").asInt()));
    }

    static Budget.Selection selection(JsonNode selector) {
        return new Budget.Selection(Texts.of(selector.path("matchLabels")),
                list(selector.path("matchExpressions"), expression -> new Budget.Requirement(
                        expression.path("key").asText(), expression.path("operator").asText(),
                        list(expression.path("values"), JsonNode::asText))),
                selector.isMissingNode() || selector.isNull());
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        var list = new ArrayList<T>();
        array.forEach(element -> list.add(read.apply(element)));
        return list;
    }
}
