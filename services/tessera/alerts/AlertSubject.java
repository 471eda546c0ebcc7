package tessera.alerts;

import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;

/**
 * What an alert is about.
 *
 * @param node     its name
 * @param device   the identity of a physical device on it; empty when it is about the node
 * @param title    what names the device on its node, e.g. {@code GPU 3}; empty when it is about the node
 * @param instance the number of a MIG instance; −1 when it is about the whole device or the node
 * @param pod      who holds it, where the alert is about what they make of it, as {@code namespace/name}, several
 *                 separated by commas; empty otherwise
 * @param part     what else tells it from other alerts of the same rule, such as the code of an XID; usually empty
 */
public record AlertSubject(String node, String device, String title, int instance, String pod, String part) {

    public static AlertSubject node(String name) {
        return new AlertSubject(name, "", "", -1, "", "");
    }

    public static AlertSubject device(String node, DeviceReadings device) {
        return new AlertSubject(node, device.uuid().isEmpty() ? device.title() : device.uuid(), device.title(), -1, "",
                "");
    }

    public AlertSubject of(InstanceReadings cut) {
        return new AlertSubject(node, device, title, cut.id(), pod, part);
    }

    public AlertSubject heldBy(String pods) {
        return new AlertSubject(node, device, title, instance, pods, part);
    }

    public AlertSubject part(String name) {
        return new AlertSubject(node, device, title, instance, pod, name);
    }

    /** For example {@code GPU 3 of h100-04}, or the node's name alone. */
    public String name() {
        if (device.isEmpty()) {
            return node;
        }
        return (instance < 0 ? title : "MIG instance %d of %s".formatted(instance, title)) + " of " + node;
    }
}
