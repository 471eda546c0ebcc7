package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader of tolerations and taints in API objects. */
public final class TolerationReader {

    private TolerationReader() {}

    /** Returns the tolerations in a list; empty where there is no list. */
    public static List<Toleration> readTolerations(JsonNode list) {
        var tolerations = new ArrayList<Toleration>(list.size());
        list.forEach(toleration -> tolerations.add(readToleration(toleration)));
        return List.copyOf(tolerations);
    }

    private static Toleration readToleration(JsonNode toleration) {
        var seconds = toleration.path("tolerationSeconds");
        @Nullable
        Long patience = seconds.isNumber() ? Long.valueOf(seconds.asLong()) : null;
        return new Toleration(toleration.path("key").asText(""), toleration.path("operator").asText(""),
                toleration.path("value").asText(""), toleration.path("effect").asText(""), patience);
    }

    /** Returns the taints in the spec of a node. */
    public static List<Taint> readTaints(JsonNode nodeSpec) {
        var taints = new ArrayList<Taint>();
        nodeSpec.path("taints").forEach(taint -> taints.add(readTaint(taint)));
        return List.copyOf(taints);
    }

    /** Reads a taint. */
    public static Taint readTaint(JsonNode taint) {
        return new Taint(taint.path("key").asText(), taint.path("value").asText(), taint.path("effect").asText());
    }
}
