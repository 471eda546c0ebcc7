package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;

/** Objects as the versions of the API show them, which may differ from their stored form. */
public final class SimulatedApiVersionConverter {

    private SimulatedApiVersionConverter() {}

    /** Returns whether the stored bytes have the form of this resource. */
    public static boolean isStoredForm(SimulatedResourceType type) {
        return switch (type.apiVersion()) {
            case "events.k8s.io/v1", "autoscaling/v1" -> false;
            default -> true;
        };
    }

    /** Returns the resource whose form the stored objects of a view have. */
    static SimulatedResourceType storageType(SimulatedResourceType type, SimulatedServedResourceCatalog catalog) {
        return catalog.get(type.plural().equals("events") ? "events" : type.qualifiedName());
    }

    /** Returns a new tree, with {@code kind} and {@code apiVersion}. */
    public static ObjectNode fullView(SimulatedResourceType type, SimulatedStoredObject object) {
        return toView(type, object.toTree());
    }

    /** Converts a stored object to the form of this resource. The tree is taken over. */
    public static ObjectNode toView(SimulatedResourceType type, ObjectNode stored) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> SimulatedEventsApiFieldConverter.toView(stored);
            case "autoscaling/v1" -> SimulatedHpaV1FieldConverter.toView(stored);
            default -> {}
        }
        var full = SimulatedStoreJsonCodec.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        stored.remove("kind");
        stored.remove("apiVersion");
        full.setAll(stored);
        return full;
    }

    /** Converts an object of this resource to the stored form. The tree is taken over. */
    public static ObjectNode toStored(SimulatedResourceType type, ObjectNode shown) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> SimulatedEventsApiFieldConverter.toStored(shown);
            case "autoscaling/v1" -> SimulatedHpaV1FieldConverter.toStored(shown);
            default -> {}
        }
        return shown;
    }

    /** The fields of events as {@code events.k8s.io} names them; they are stored as in the core group. */
    private static final class SimulatedEventsApiFieldConverter {

        private static final Map<String, String> KEPT_TO_SHOWN = Map.of("involvedObject", "regarding", "message",
                "note",
                "source", "deprecatedSource", "firstTimestamp", "deprecatedFirstTimestamp", "lastTimestamp",
                "deprecatedLastTimestamp", "count", "deprecatedCount", "reportingComponent", "reportingController");

        private SimulatedEventsApiFieldConverter() {}

        static void toView(ObjectNode event) {
            KEPT_TO_SHOWN.forEach((kept, shown) -> renameField(event, kept, shown));
        }

        static void toStored(ObjectNode event) {
            KEPT_TO_SHOWN.forEach((kept, shown) -> renameField(event, shown, kept));
            if (!event.has("firstTimestamp")) {
                event.putNull("firstTimestamp");
                event.putNull("lastTimestamp");
            }
            event.withObject("/source");
        }

        private static void renameField(ObjectNode event, String from, String to) {
            var value = event.remove(from);
            if (value != null) {
                event.set(to, value);
            }
        }
    }

    /** Autoscalers as {@code autoscaling/v1} shows them: the CPU utilization only. They are kept as v2 has them. */
    private static final class SimulatedHpaV1FieldConverter {

        private static final String TARGET = "targetCPUUtilizationPercentage";
        private static final String CURRENT = "currentCPUUtilizationPercentage";

        private SimulatedHpaV1FieldConverter() {}

        static void toView(ObjectNode autoscaler) {
            var target = cpuUtilization(SimulatedStoreJsonCodec.childObject(autoscaler, "spec").remove("metrics"),
                    "target");
            if (target != null) {
                SimulatedStoreJsonCodec.childObject(autoscaler, "spec").set(TARGET, target);
            }
            var current = cpuUtilization(
                    SimulatedStoreJsonCodec.childObject(autoscaler, "status").remove("currentMetrics"),
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
                var metric = SimulatedStoreJsonCodec.childObject(autoscaler, "spec").putArray("metrics").addObject()
                        .put(
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
}
