package tessera.demo.control.loop;

/**
 * What an event says.
 *
 * @param host the node it was seen on; empty for none
 */
public record Note(String type, String reason, String message, String host) {

    public static Note normal(String reason, String message) {
        return new Note("Normal", reason, message, "");
    }

    public static Note warning(String reason, String message) {
        return new Note("Warning", reason, message, "");
    }

    public Note on(String node) {
        return new Note(type, reason, message, node);
    }
}
