package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Autoscalers as {@code autoscaling/v1} shows them: the CPU utilization only. They are kept as v2 has them. */
final class SimulatedHpaV1FieldConverter {

    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";

    private SimulatedHpaV1FieldConverter() {}

    static void toView(ObjectNode autoscaler) {
        var target = cpuUtilization(SimulatedStoreJsonCodec.childObject(autoscaler, "spec").remove("metrics"),
                "target");
        if (target != null) {
            SimulatedStoreJsonCodec.childObject(autoscaler, "spec").set(TARGET, target);
        }
        var current = cpuUtilization(SimulatedStoreJsonCodec.childObject(autoscaler, "status").remove("currentMetrics"),
                "current");
        if (current != null) {
            SimulatedStoreJsonCodec.childObject(autoscaler, "status").set(CURRENT, current);
        }
        SimulatedStoreJsonCodec.childObject(autoscaler, "status").remove("conditions");
        SimulatedStoreJsonCodec.childObject(autoscaler, "spec").remove("behavior");
    }

    static void toStored(ObjectNode autoscaler) {
        var target = SimulatedStoreJsonCodec.childObject(autoscaler, "spec").remove(TARGET);
        if (target != null) {
            var metric = SimulatedStoreJsonCodec.childObject(autoscaler, "spec").putArray("metrics").addObject().put(
                    "type",
                    "Resource");
            var resource = metric.putObject("resource").put("name", "cpu");
            resource.putObject("target").put("type", "Utilization").set("averageUtilization", target);
        }
        SimulatedStoreJsonCodec.childObject(autoscaler, "status").remove(CURRENT);
    }

    private static @Nullable JsonNode cpuUtilization(@Nullable JsonNode metrics, String field) {
        if (metrics != null) {
            for (var metric : metrics) {
                if (SimulatedStoreJsonCodec.textAt(metric, "resource", "name").equals("cpu")) {
                    return metric.path("resource").path(field).get("averageUtilization");
                }
            }
        }
        return null;
    }
}
