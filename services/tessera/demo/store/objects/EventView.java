package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Events as {@code events.k8s.io} calls their fields; they are kept as the core does. */
final class EventView {

    private static final Map<String, String> KEPT_TO_SHOWN = Map.of("involvedObject", "regarding", "message", "note",
            "source", "deprecatedSource", "firstTimestamp", "deprecatedFirstTimestamp", "lastTimestamp",
            "deprecatedLastTimestamp", "count", "deprecatedCount", "reportingComponent", "reportingController");

    private EventView() {}

    static void show(ObjectNode event) {
        KEPT_TO_SHOWN.forEach((kept, shown) -> rename(event, kept, shown));
    }

    static void keep(ObjectNode event) {
        KEPT_TO_SHOWN.forEach((kept, shown) -> rename(event, shown, kept));
        if (!event.has("firstTimestamp")) {
            event.putNull("firstTimestamp");
            event.putNull("lastTimestamp");
        }
        event.withObject("/source");
    }

    private static void rename(ObjectNode event, String from, String to) {
        var value = event.remove(from);
        if (value != null) {
            event.set(to, value);
        }
    }
}
