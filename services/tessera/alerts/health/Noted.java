package tessera.alerts.health;

import java.util.List;
import tessera.model.EventFacts;

/**
 * What the cluster noted about an object.
 *
 * @param events  newest first
 * @param trouble why they are not known; empty where they are
 */
public record Noted(List<EventFacts> events, String trouble) {

    public Noted {
        events = List.copyOf(events);
    }

    /** That is still being read. */
    public static Noted awaited() {
        return new Noted(List.of(), "not read yet");
    }
}
