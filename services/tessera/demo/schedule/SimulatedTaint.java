package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A taint of a node. */
record SimulatedTaint(String key, String value, String effect) {

    static final SimulatedTaint UNSCHEDULABLE = new SimulatedTaint("node.kubernetes.io/unschedulable", "",
            "NoSchedule");

    static List<SimulatedTaint> listOf(JsonNode nodeSpec) {
        var taints = new ArrayList<SimulatedTaint>();
        for (var taint : nodeSpec.path("taints")) {
            taints.add(new SimulatedTaint(taint.path("key").asText(), taint.path("value").asText(),
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
