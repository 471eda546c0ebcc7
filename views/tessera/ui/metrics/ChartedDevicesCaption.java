package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuNode;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.text.MessageCatalog;
import tessera.ui.kit.CountedNoun;
import tessera.ui.metrics.ChartedDeviceRoster.RosterDevice;

/**
 * Title and detail of what charts show.
 *
 * @param title  e.g. {@code gpu-h100-02}, {@code GPU 3 of gpu-h100-02} or {@code 3 GPUs of gpu-h100-02}; empty for nothing
 * @param detail what that is
 */
record ChartedDevicesCaption(String title, String detail) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChartedDevicesCaption.class);
    static final ChartedDevicesCaption NONE = new ChartedDevicesCaption("", "");

    /** @param nodes all on which something is wanted */
    static ChartedDevicesCaption of(ChartedDevices chartedDevices, List<GpuNode> nodes, ChartedDeviceRoster roster) {
        if (chartedDevices.devices().isEmpty()) {
            if (nodes.size() == 1) {
                return new ChartedDevicesCaption(nodes.getFirst().name(),
                        ChartableDeviceFinder.productTitle(nodes.getFirst()));
            }
            return new ChartedDevicesCaption(MESSAGES.text("caption.nodes", nodes.size()),
                    nodes.stream().map(GpuNode::name).collect(Collectors.joining(", ")));
        }
        var single = roster.devices().stream()
                .filter(rosterDevice -> chartedDevices.devices().contains(rosterDevice.key())).toList();
        if (chartedDevices.nodes().isEmpty() && chartedDevices.devices().size() == 1 && single.size() == 1) {
            return ofOne(single.getFirst(), roster);
        }
        return ofSeveral(chartedDevices, nodes, single, roster);
    }

    private static ChartedDevicesCaption ofSeveral(ChartedDevices chartedDevices, List<GpuNode> nodes,
            List<RosterDevice> single, ChartedDeviceRoster roster) {
        if (nodes.size() == 1 && chartedDevices.nodes().isEmpty()) {
            return new ChartedDevicesCaption(
                    MESSAGES.text("caption.of", countText(chartedDevices), nodes.getFirst().name()),
                    deviceNames(nodes.getFirst().name(), single, roster));
        }
        return new ChartedDevicesCaption(countText(chartedDevices), listText(chartedDevices, nodes, single, roster));
    }

    private static String deviceNames(String node, List<RosterDevice> single, ChartedDeviceRoster roster) {
        return "GPU " + single.stream().filter(rosterDevice -> rosterDevice.key().node().equals(node))
                .map(roster::nameOf).collect(Collectors.joining(", "));
    }

    private static ChartedDevicesCaption ofOne(RosterDevice rosterDevice, ChartedDeviceRoster roster) {
        var device = rosterDevice.device();
        return new ChartedDevicesCaption(
                MESSAGES.text("device.gpuOf", roster.nameOf(rosterDevice), rosterDevice.key().node()),
                device == null ? "" : kindName(device));
    }

    private static String kindName(GpuDevice device) {
        if (device.isInstance()) {
            return device.profile();
        }
        return device.product().title();
    }

    private static String countText(ChartedDevices chartedDevices) {
        var texts = new ArrayList<String>();
        if (!chartedDevices.nodes().isEmpty()) {
            texts.add(CountedNoun.NODE.countText(chartedDevices.nodes().size()));
        }
        long boards = chartedDevices.devices().stream().filter(device -> device.instance() == DeviceSeriesKey.WHOLE)
                .count();
        if (boards > 0) {
            texts.add(CountedNoun.GPU.countText(boards));
        }
        if (boards < chartedDevices.devices().size()) {
            texts.add(CountedNoun.MIG_INSTANCE.countText(chartedDevices.devices().size() - boards));
        }
        return String.join(", ", texts);
    }

    /** Returns the devices, node by node. */
    private static String listText(ChartedDevices chartedDevices, List<GpuNode> nodes, List<RosterDevice> single,
            ChartedDeviceRoster roster) {
        return nodes.stream().map(GpuNode::name).map(
                node -> chartedDevices.nodes().contains(node) ? node : node + " " + deviceNames(node, single, roster))
                .collect(Collectors.joining(";  "));
    }
}
