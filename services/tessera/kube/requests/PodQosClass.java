package tessera.kube.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tessera.kube.quantity.QuantityParser;

/** The quality of service class of a pod, which CPU and memory alone decide. */
public enum PodQosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private static final List<String> COMPUTE = List.of("cpu", "memory");

    private final String apiName;

    PodQosClass(String apiName) {
        this.apiName = apiName;
    }

    /** Returns the class as {@code status.qosClass} names it. */
    public String apiName() {
        return apiName;
    }

    /** Returns the class in the status of a pod, or else the one that its spec has. */
    public static PodQosClass of(JsonNode pod) {
        for (var qosClass : values()) {
            if (qosClass.apiName.equals(pod.path("status").path("qosClass").asText())) {
                return qosClass;
            }
        }
        return ofSpec(pod.path("spec"));
    }

    private static PodQosClass ofSpec(JsonNode spec) {
        var bearers = new ArrayList<JsonNode>();
        if (spec.has("resources")) {
            bearers.add(spec);
        } else {
            spec.path("containers").forEach(bearers::add);
            spec.path("initContainers").forEach(bearers::add);
        }
        boolean guaranteed = !bearers.isEmpty();
        boolean any = false;
        for (var bearer : bearers) {
            for (var name : COMPUTE) {
                var request = amountOf(bearer, "requests", name);
                var limit = amountOf(bearer, "limits", name);
                any |= request.signum() > 0 || limit.signum() > 0;
                guaranteed &= limit.signum() > 0 && request.compareTo(limit) == 0;
            }
        }
        if (guaranteed) {
            return GUARANTEED;
        }
        return any ? BURSTABLE : BEST_EFFORT;
    }

    private static BigDecimal amountOf(JsonNode bearer, String side, String name) {
        return QuantityParser.parseExact(bearer.path("resources").path(side).path(name).asText())
                .orElse(BigDecimal.ZERO);
    }
}
