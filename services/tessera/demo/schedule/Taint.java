package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A taint of a node. */
record Taint(String key, String value, String effect) {

    static final Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

    static List<Taint> listOf(JsonNode nodeSpec) {
        var taints = new ArrayList<Taint>();
        for (var taint : nodeSpec.path("taints")) {
            taints.add(new Taint(taint.path("key").asText(), taint.path("value").asText(),
                    taint.path("effect").asText()));
        }
        return List.copyOf(taints);
    }

    /** Whether the taint keeps pods away that do not tolerate it. */
    boolean repels() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }

    boolean repelsWeakly() {
        return effect.equals("PreferNoSchedule");
    }
}
