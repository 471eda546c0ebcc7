package tessera.metrics.history;

import tessera.model.reading.DeviceReadings;
import tessera.text.OptionalText;

/**
 * The key of a series: a device, or a MIG instance of it.
 *
 * @param node     its node's name
 * @param device   its UUID; where the exporter tells none, {@code #} and its number on the node
 * @param instance the GPU instance's number; {@link #WHOLE} for the device itself
 */
public record DeviceSeriesKey(String node, String device, int instance) {

    /** Stands for the whole device where an instance's number could be. */
    public static final int WHOLE = -1;

    public static DeviceSeriesKey of(String node, DeviceReadings device) {
        return new DeviceSeriesKey(node, OptionalText.orElse(device.uuid(), "#" + device.index()), WHOLE);
    }

    /** Returns the key of one of its MIG instances. */
    public DeviceSeriesKey ofInstance(int id) {
        return new DeviceSeriesKey(node, device, id);
    }
}
