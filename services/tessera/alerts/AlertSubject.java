package tessera.alerts;

import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * The subject of an alert: a node, a GPU, a MIG instance or part of one.
 *
 * @param node     its name
 * @param device   the identity of a physical device on it; empty when it is about the node
 * @param deviceTitle    what names the device on its node, e.g. {@code GPU 3}; empty when it is about the node
 * @param instance the number of a MIG instance; −1 when it is about the whole device or the node
 * @param pod      who holds it, where the alert is about what they make of it, as {@code namespace/name}, several
 *                 separated by commas; empty otherwise
 * @param part     what else tells it from other alerts of the same rule, such as the code of an XID; usually empty
 */
public record AlertSubject(String node, String device, String deviceTitle, int instance, String pod, String part) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertSubject.class);

    public static AlertSubject forNode(String name) {
        return new AlertSubject(name, "", "", -1, "", "");
    }

    public static AlertSubject forDevice(String node, DeviceReadings device) {
        return new AlertSubject(node, OptionalText.orElse(device.uuid(), device.deviceTitle()), device.deviceTitle(),
                -1, "", "");
    }

    public AlertSubject withInstance(MigInstanceReadings cut) {
        return new AlertSubject(node, device, deviceTitle, cut.id(), pod, part);
    }

    public AlertSubject heldByPods(String pods) {
        return new AlertSubject(node, device, deviceTitle, instance, pods, part);
    }

    public AlertSubject withPart(String name) {
        return new AlertSubject(node, device, deviceTitle, instance, pod, name);
    }

    /** Returns the subject's name, for example {@code GPU 3 of h100-04}, or the node's name alone. */
    public String displayName() {
        if (device.isEmpty()) {
            return node;
        }
        return instance < 0 ? MESSAGES.text("subject.device", deviceTitle, node)
                : MESSAGES.text("subject.instance", instance, deviceTitle, node);
    }
}
