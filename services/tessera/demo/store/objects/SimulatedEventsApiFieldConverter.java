package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** The fields of events as {@code events.k8s.io} names them; they are stored as in the core group. */
final class SimulatedEventsApiFieldConverter {

    private static final Map<String, String> KEPT_TO_SHOWN = Map.of("involvedObject", "regarding", "message", "note",
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
