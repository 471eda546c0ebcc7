package tessera.demo.control;

/**
 * Type, reason, message and host of an event.
 *
 * @param host the node it was seen on; empty for none
 */
public record SimulatedEvent(String type, String reason, String message, String host) {

    public static SimulatedEvent normal(String reason, String message) {
        return new SimulatedEvent("Normal", reason, message, "");
    }

    public static SimulatedEvent warning(String reason, String message) {
        return new SimulatedEvent("Warning", reason, message, "");
    }

    public SimulatedEvent onNode(String node) {
        return new SimulatedEvent(type, reason, message, node);
    }
}
