package tessera.ui.metrics;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.ui.kit.NaturalNameComparator;

/**
 * The nodes, GPUs and MIG instances to chart. A GPU means its MIG instances, too.
 *
 * @param nodes   of which everything is wanted
 * @param devices single GPUs and MIG instances
 */
public record ChartedDevices(List<String> nodes, List<DeviceSeriesKey> devices) {

    /** Nothing in particular. */
    public static final ChartedDevices NONE = new ChartedDevices(List.of(), List.of());

    /** Each once, in the order of nodes. */
    public ChartedDevices {
        nodes = nodes.stream().distinct().sorted(NaturalNameComparator.INSTANCE).toList();
        devices = List.copyOf(new LinkedHashSet<>(devices));
    }

    public static ChartedDevices ofNodes(List<String> nodes) {
        return new ChartedDevices(nodes, List.of());
    }

    public static ChartedDevices ofDevices(List<DeviceSeriesKey> devices) {
        return new ChartedDevices(List.of(), devices);
    }

    public boolean isEmpty() {
        return nodes.isEmpty() && devices.isEmpty();
    }

    boolean isOneNode() {
        return nodes.size() == 1 && devices.isEmpty();
    }

    /** Returns the nodes of everything selected, in order. */
    List<String> nodeNames() {
        return Stream.concat(nodes.stream(), devices.stream().map(DeviceSeriesKey::node)).distinct()
                .sorted(NaturalNameComparator.INSTANCE).toList();
    }

    boolean includes(DeviceSeriesKey device) {
        return nodes.contains(device.node()) || devices.contains(device)
                || devices.contains(device.ofInstance(DeviceSeriesKey.WHOLE));
    }

    /** Returns the part of the selection that is on some nodes. */
    ChartedDevices restrictedTo(Set<String> known) {
        return new ChartedDevices(nodes.stream().filter(known::contains).toList(),
                devices.stream().filter(device -> known.contains(device.node())).toList());
    }

    /** Returns the union, or the first without the second where it includes that already; never empty. */
    ChartedDevices toggled(ChartedDevices other) {
        boolean has = nodes.containsAll(other.nodes) && devices.containsAll(other.devices);
        var toggled = has
                ? new ChartedDevices(nodes.stream().filter(node -> !other.nodes.contains(node)).toList(),
                        devices.stream().filter(device -> !other.devices.contains(device)).toList())
                : new ChartedDevices(Stream.concat(nodes.stream(), other.nodes.stream()).toList(),
                        Stream.concat(devices.stream(), other.devices.stream()).toList());
        return toggled.isEmpty() ? this : toggled;
    }
}
