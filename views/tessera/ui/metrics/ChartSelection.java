package tessera.ui.metrics;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.metrics.history.DeviceKey;
import tessera.ui.kit.NaturalOrder;

/**
 * The nodes, GPUs and MIG instances to chart. A GPU means its MIG instances, too.
 *
 * @param nodes   of which everything is wanted
 * @param devices single GPUs and MIG instances
 */
public record ChartSelection(List<String> nodes, List<DeviceKey> devices) {

    /** Nothing in particular. */
    public static final ChartSelection NONE = new ChartSelection(List.of(), List.of());

    /** Each once, in the order of nodes. */
    public ChartSelection {
        nodes = nodes.stream().distinct().sorted(NaturalOrder.INSTANCE).toList();
        devices = List.copyOf(new LinkedHashSet<>(devices));
    }

    public static ChartSelection ofNodes(List<String> nodes) {
        return new ChartSelection(nodes, List.of());
    }

    public static ChartSelection ofDevices(List<DeviceKey> devices) {
        return new ChartSelection(List.of(), devices);
    }

    public boolean isEmpty() {
        return nodes.isEmpty() && devices.isEmpty();
    }

    boolean isOneNode() {
        return nodes.size() == 1 && devices.isEmpty();
    }

    /** The nodes of all that is wanted, in their order. */
    List<String> places() {
        return Stream.concat(nodes.stream(), devices.stream().map(DeviceKey::node)).distinct()
                .sorted(NaturalOrder.INSTANCE).toList();
    }

    boolean has(DeviceKey device) {
        return nodes.contains(device.node()) || devices.contains(device)
                || devices.contains(device.of(DeviceKey.WHOLE));
    }

    /** What of it lies on some nodes. */
    ChartSelection on(Set<String> known) {
        return new ChartSelection(nodes.stream().filter(known::contains).toList(),
                devices.stream().filter(device -> known.contains(device.node())).toList());
    }

    /** Both, or the first without the second where it has that already; never nothing. */
    ChartSelection toggled(ChartSelection other) {
        boolean has = nodes.containsAll(other.nodes) && devices.containsAll(other.devices);
        var toggled = has
                ? new ChartSelection(nodes.stream().filter(node -> !other.nodes.contains(node)).toList(),
                        devices.stream().filter(device -> !other.devices.contains(device)).toList())
                : new ChartSelection(Stream.concat(nodes.stream(), other.nodes.stream()).toList(),
                        Stream.concat(devices.stream(), other.devices.stream()).toList());
        return toggled.isEmpty() ? this : toggled;
    }
}
