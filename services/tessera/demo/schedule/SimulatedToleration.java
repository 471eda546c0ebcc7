package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A toleration of a pod. Empty key, value or effect as in the pod. */
record SimulatedToleration(String key, boolean exists, String value, String effect) {

    static List<SimulatedToleration> listOf(JsonNode podSpec) {
        var tolerations = new ArrayList<SimulatedToleration>();
        for (var toleration : podSpec.path("tolerations")) {
            tolerations.add(new SimulatedToleration(toleration.path("key").asText(),
                    toleration.path("operator").asText().equals("Exists"), toleration.path("value").asText(),
                    toleration.path("effect").asText()));
        }
        return List.copyOf(tolerations);
    }

    boolean tolerates(SimulatedTaint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (key.isEmpty()) {
            return exists;
        }
        return key.equals(taint.key()) && (exists || value.equals(taint.value()));
    }

    static boolean toleratesAny(List<SimulatedToleration> tolerations, SimulatedTaint taint) {
        for (var toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}
