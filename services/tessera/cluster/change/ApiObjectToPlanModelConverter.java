package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tessera.cluster.object.StringMapReader;
import tessera.gpu.health.LastFieldWrite;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.TolerationReader;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.context.PodPlanningDetails;

/** Converts objects of the API for plans. */
final class ApiObjectToPlanModelConverter {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private ApiObjectToPlanModelConverter() {}

    static PlanTargetNode toNode(JsonNode node) {
        var metadata = node.path("metadata");
        var spec = node.path("spec");
        return new PlanTargetNode(metadata.path("name").asText(), metadata.path("uid").asText(),
                metadata.path("resourceVersion").asText(), StringMapReader.readMap(metadata.path("labels")),
                mapElements(spec.path("taints"),
                        taint -> new NodeTaint(new Taint(taint.path("key").asText(), taint.path("value").asText(""),
                                taint.path("effect").asText()), taint.path("timeAdded").asText(""))),
                spec.path("unschedulable").asBoolean(false),
                StringMapReader.readMap(node.path("status").path("capacity")),
                LastFieldWrite.lastWrite(node, "/spec/unschedulable"));
    }

    static PodPlanningDetails toPod(JsonNode pod) {
        var metadata = pod.path("metadata");
        var spec = pod.path("spec");
        var emptyDirs = new ArrayList<String>();
        spec.path("volumes").forEach(volume -> {
            if (volume.has("emptyDir")) {
                emptyDirs.add(volume.path("name").asText());
            }
        });
        return new PodPlanningDetails(metadata.path("namespace").asText(), metadata.path("name").asText(),
                metadata.path("uid").asText(), StringMapReader.readMap(spec.path("nodeSelector")),
                TolerationReader.readTolerations(spec.path("tolerations")), emptyDirs,
                metadata.path("annotations").has(MIRROR));
    }

    private static <T> List<T> mapElements(JsonNode array, Function<JsonNode, T> read) {
        var list = new ArrayList<T>();
        array.forEach(element -> list.add(read.apply(element)));
        return list;
    }
}
