package tessera.alerts.health;

import java.util.List;
import tessera.model.EventSummary;
import tessera.text.MessageCatalog;

/**
 * The cluster's recent events about an object.
 *
 * @param events  newest first
 * @param problemText why they are not known; empty where they are
 */
public record RecentObjectEvents(List<EventSummary> events, String problemText) {

    public RecentObjectEvents {
        events = List.copyOf(events);
    }

    /** Returns the placeholder while events are still being read. */
    public static RecentObjectEvents loading() {
        return new RecentObjectEvents(List.of(), MessageCatalog.of(RecentObjectEvents.class).text("not-read-yet"));
    }
}
