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

    /** Returns whether the taint keeps away pods that do not tolerate it: NoSchedule or NoExecute. */
    boolean repelsPods() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }

    boolean prefersNoSchedule() {
        return effect.equals("PreferNoSchedule");
    }
}
