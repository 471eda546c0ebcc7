package tessera.alerts.health;

import java.util.List;
import tessera.model.EventFacts;

/**
 * What the cluster noted about an object.
 *
 * @param events  newest first
 * @param trouble why they are not known; empty where they are
 */
public record RecentEvents(List<EventFacts> events, String trouble) {

    public RecentEvents {
        events = List.copyOf(events);
    }

    /** That is still being read. */
    public static RecentEvents awaited() {
        return new RecentEvents(List.of(), "not read yet");
    }
}
