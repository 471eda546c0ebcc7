package tessera.demo.control.loop;

/**
 * What an event says.
 *
 * @param host the node it was seen on; empty for none
 */
public record EventNote(String type, String reason, String message, String host) {

    public static EventNote normal(String reason, String message) {
        return new EventNote("Normal", reason, message, "");
    }

    public static EventNote warning(String reason, String message) {
        return new EventNote("Warning", reason, message, "");
    }

    public EventNote on(String node) {
        return new EventNote(type, reason, message, node);
    }
}
