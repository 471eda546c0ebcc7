package tessera.ui.inspect;

import java.util.Optional;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.ui.inspect.InspectedDevices.InspectableDevice;

/**
 * The subject of the inspector: an object of the cluster, or one device of a node.
 *
 * @param chosenDevice the device that was asked for; empty for all
 * @param device       the same, where the node has it
 */
record InspectedSubject(ObjectRef object, Optional<DeviceSeriesKey> chosenDevice, Optional<InspectableDevice> device) {

    /** An object as a whole. */
    static InspectedSubject of(InspectorInput query) {
        return new InspectedSubject(query.target(), query.chosenDevice(), Optional.empty());
    }

    String title() {
        return device.map(InspectableDevice::title).orElse(object.name());
    }

    /** Returns what kind of thing it is, by which pages are remembered. */
    String kind() {
        return device.map(part -> part.key().instance() == DeviceSeriesKey.WHOLE ? "GPU" : "MIG instance")
                .orElse(object.kind());
    }
}
