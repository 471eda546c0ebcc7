package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuTileFactory;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.NaturalNameComparator;

/** The nodes and devices that can be charted, with their titles. Pure. */
final class ChartableDeviceFinder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartableDeviceFinder.class);

    private ChartableDeviceFinder() {}

    /** Returns the nodes of a fleet, each followed by its measured GPUs and MIG instances. */
    static List<DevicePickerChoice> offersOf(GpuFleet fleet) {
        var offers = new ArrayList<DevicePickerChoice>();
        fleet.nodes().stream().sorted(Comparator.comparing(GpuNode::name, NaturalNameComparator.INSTANCE))
                .forEach(node -> {
                    offers.add(new DevicePickerChoice(new PickerChoice(node.name(), productTitle(node), ""),
                            ChartedDevices.ofNodes(List.of(node.name()))));
                    offers.addAll(ofNode(node, subjectOf(fleet, node)));
                });
        return offers;
    }

    private static List<DevicePickerChoice> ofNode(GpuNode node, ChartedDeviceRoster.ChartedNodeDevices devices) {
        var roster = new ChartedDeviceRoster(List.of(devices), Set.of(), ChartedDevices.ofNodes(List.of(node.name())));
        return roster.devices().stream().map(rosterDevice -> {
            var device = rosterDevice.device();
            var names = Stream
                    .of(node.name(), "GPU " + roster.nameOf(rosterDevice),
                            device != null && device.isInstance() ? device.profile() : "")
                    .filter(name -> !name.isEmpty()).toList();
            // Nobody types what stands between them.
            var choice = new PickerChoice(String.join(" · ", names), device == null ? "" : detailText(device), "",
                    String.join(" ", names));
            return new DevicePickerChoice(choice, ChartedDevices.ofDevices(List.of(rosterDevice.key())));
        }).toList();
    }

    private static String detailText(GpuDevice device) {
        var holders = device.holders().stream().map(PodSummary::name).collect(Collectors.joining(", "));
        return holders.isEmpty() ? "" : MESSAGES.text("device.usedBy", holders);
    }

    /** Returns the present devices of a node. */
    static ChartedDeviceRoster.ChartedNodeDevices subjectOf(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().readingsOf(node.name());
        return new ChartedDeviceRoster.ChartedNodeDevices(node.name(),
                GpuDevice.devicesOf(node, readings, NodeGpuTileFactory.tilesOf(node, readings), fleet.readings().at()),
                readings);
    }

    /** Returns the GPUs of a node, for example {@code 8 × H100 SXM 80 GB}. */
    static String productTitle(GpuNode node) {
        long boards = node.groups().stream().mapToLong(group -> group.count()).sum();
        return boards + " × " + node.product().title();
    }
}
