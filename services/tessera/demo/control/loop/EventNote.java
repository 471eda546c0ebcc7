package tessera.demo.control.loop;

/**
 * Type, reason, message and host of an event.
 *
 * @param host the node it was seen on; empty for none
 */
public record EventNote(String type, String reason, String message, String host) {

    public static EventNote normalEvent(String reason, String message) {
        return new EventNote("Normal", reason, message, "");
    }

    public static EventNote warningEvent(String reason, String message) {
        return new EventNote("Warning", reason, message, "");
    }

    public EventNote onNode(String node) {
        return new EventNote(type, reason, message, node);
    }
}
