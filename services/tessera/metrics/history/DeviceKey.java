package tessera.metrics.history;

import tessera.model.reading.DeviceReadings;

/**
 * Which device, or which MIG instance of it, a series is of.
 *
 * @param node     its node's name
 * @param device   its UUID; where the exporter tells none, {@code #} and its number on the node
 * @param instance the GPU instance's number; {@link #WHOLE} for the device itself
 */
public record DeviceKey(String node, String device, int instance) {

    /** Stands for the whole device where an instance's number could be. */
    public static final int WHOLE = -1;

    public static DeviceKey of(String node, DeviceReadings device) {
        return new DeviceKey(node, device.uuid().isEmpty() ? "#" + device.index() : device.uuid(), WHOLE);
    }

    /** One of its MIG instances. */
    public DeviceKey of(int id) {
        return new DeviceKey(node, device, id);
    }
}
