package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.GpuDevice;
import tessera.insight.GpuNode;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.ui.kit.NumberText;
import tessera.ui.metrics.ChartedDeviceRoster.RosterDevice;

/**
 * Title and detail of what charts show.
 *
 * @param title  e.g. {@code gpu-h100-02}, {@code GPU 3 of gpu-h100-02} or {@code 3 GPUs of gpu-h100-02}; empty for nothing
 * @param detail what that is
 */
record ChartCaption(String title, String detail) {

    static final ChartCaption NONE = new ChartCaption("", "");

    /** @param nodes all on which something is wanted */
    static ChartCaption of(ChartedDevices wanted, List<GpuNode> nodes, ChartedDeviceRoster roster) {
        if (wanted.devices().isEmpty()) {
            return nodes.size() == 1
                    ? new ChartCaption(nodes.getFirst().name(), ChartableDevices.productTitle(nodes.getFirst()))
                    : new ChartCaption(nodes.size() + " nodes",
                            nodes.stream().map(GpuNode::name).collect(Collectors.joining(", ")));
        }
        var single = roster.devices().stream().filter(known -> wanted.devices().contains(known.key())).toList();
        return wanted.nodes().isEmpty() && wanted.devices().size() == 1 && single.size() == 1
                ? ofOne(single.getFirst(), roster)
                : ofSeveral(wanted, nodes, single, roster);
    }

    private static ChartCaption ofSeveral(ChartedDevices wanted, List<GpuNode> nodes, List<RosterDevice> single,
            ChartedDeviceRoster roster) {
        return nodes.size() == 1 && wanted.nodes().isEmpty()
                ? new ChartCaption(countText(wanted) + " of " + nodes.getFirst().name(),
                        deviceNames(nodes.getFirst().name(), single, roster))
                : new ChartCaption(countText(wanted), listText(wanted, nodes, single, roster));
    }

    private static String deviceNames(String node, List<RosterDevice> single, ChartedDeviceRoster roster) {
        return "GPU " + single.stream().filter(known -> known.key().node().equals(node)).map(roster::nameOf)
                .collect(Collectors.joining(", "));
    }

    private static ChartCaption ofOne(RosterDevice known, ChartedDeviceRoster roster) {
        var device = known.device();
        return new ChartCaption("GPU " + roster.nameOf(known) + " of " + known.key().node(), device == null ? ""
                : kindName(device));
    }

    private static String kindName(GpuDevice device) {
        return device.isInstance() ? device.profile() : device.product().title();
    }

    private static String countText(ChartedDevices wanted) {
        var texts = new ArrayList<String>();
        if (!wanted.nodes().isEmpty()) {
            texts.add(NumberText.withNoun(wanted.nodes().size(), "node"));
        }
        long boards = wanted.devices().stream().filter(device -> device.instance() == DeviceSeriesKey.WHOLE).count();
        if (boards > 0) {
            texts.add(NumberText.withNoun(boards, "GPU"));
        }
        if (boards < wanted.devices().size()) {
            texts.add(NumberText.withNoun(wanted.devices().size() - boards, "MIG instance"));
        }
        return String.join(", ", texts);
    }

    /** Returns the devices, node by node. */
    private static String listText(ChartedDevices wanted, List<GpuNode> nodes, List<RosterDevice> single,
            ChartedDeviceRoster roster) {
        return nodes.stream().map(GpuNode::name).map(node -> wanted.nodes().contains(node) ? node
                : node + " " + deviceNames(node, single, roster))
                .collect(Collectors.joining(";  "));
    }
}
