package tessera.demo.control.loop;

/**
 * Type, reason, message and host of an event.
 *
 * @param host the node it was seen on; empty for none
 */
public record SimulatedEventContent(String type, String reason, String message, String host) {

    public static SimulatedEventContent normalEvent(String reason, String message) {
        return new SimulatedEventContent("Normal", reason, message, "");
    }

    public static SimulatedEventContent warningEvent(String reason, String message) {
        return new SimulatedEventContent("Warning", reason, message, "");
    }

    public SimulatedEventContent onNode(String node) {
        return new SimulatedEventContent(type, reason, message, node);
    }
}
