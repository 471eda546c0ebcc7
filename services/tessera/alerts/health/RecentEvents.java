package tessera.alerts.health;

import java.util.List;
import tessera.model.EventFacts;

/**
 * The cluster's recent events about an object.
 *
 * @param events  newest first
 * @param problemText why they are not known; empty where they are
 */
public record RecentEvents(List<EventFacts> events, String problemText) {

    public RecentEvents {
        events = List.copyOf(events);
    }

    /** Returns the placeholder while events are still being read. */
    public static RecentEvents loading() {
        return new RecentEvents(List.of(), "not read yet");
    }
}
