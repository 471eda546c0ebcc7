package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.StoreJson;

/** Autoscalers as {@code autoscaling/v1} shows them: the share of CPU only. They are kept as v2 has them. */
final class AutoscalerView {

    private static final String TARGET = "targetCPUUtilizationPercentage";
    private static final String CURRENT = "currentCPUUtilizationPercentage";

    private AutoscalerView() {}

    static void show(ObjectNode autoscaler) {
        var target = cpu(StoreJson.child(autoscaler, "spec").remove("metrics"), "target");
        if (target != null) {
            StoreJson.child(autoscaler, "spec").set(TARGET, target);
        }
        var current = cpu(StoreJson.child(autoscaler, "status").remove("currentMetrics"), "current");
        if (current != null) {
            StoreJson.child(autoscaler, "status").set(CURRENT, current);
        }
        StoreJson.child(autoscaler, "status").remove("conditions");
        StoreJson.child(autoscaler, "spec").remove("behavior");
    }

    static void keep(ObjectNode autoscaler) {
        var target = StoreJson.child(autoscaler, "spec").remove(TARGET);
        if (target != null) {
            var metric = StoreJson.child(autoscaler, "spec").putArray("metrics").addObject().put("type", "Resource");
            var resource = metric.putObject("resource").put("name", "cpu");
            resource.putObject("target").put("type", "Utilization").set("averageUtilization", target);
        }
        StoreJson.child(autoscaler, "status").remove(CURRENT);
    }

    private static @Nullable JsonNode cpu(@Nullable JsonNode metrics, String field) {
        if (metrics != null) {
            for (var metric : metrics) {
                if (StoreJson.text(metric, "resource", "name").equals("cpu")) {
                    return metric.path("resource").path(field).get("averageUtilization");
                }
            }
        }
        return null;
    }
}
