package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.GpuDevice;
import tessera.insight.GpuNode;
import tessera.metrics.history.DeviceKey;
import tessera.ui.kit.NumberText;
import tessera.ui.metrics.ChartRoster.RosterDevice;

/**
 * What charts are of, in a few words.
 *
 * @param title  e.g. {@code gpu-h100-02}, {@code GPU 3 of gpu-h100-02} or {@code 3 GPUs of gpu-h100-02}; empty for nothing
 * @param detail what that is
 */
record ChartCaption(String title, String detail) {

    static final ChartCaption NONE = new ChartCaption("", "");

    /** @param nodes all on which something is wanted */
    static ChartCaption of(ChartSelection wanted, List<GpuNode> nodes, ChartRoster roster) {
        if (wanted.devices().isEmpty()) {
            return nodes.size() == 1 ? new ChartCaption(nodes.getFirst().name(), ChartOffers.product(nodes.getFirst()))
                    : new ChartCaption(nodes.size() + " nodes",
                            nodes.stream().map(GpuNode::name).collect(Collectors.joining(", ")));
        }
        var single = roster.known().stream().filter(known -> wanted.devices().contains(known.key())).toList();
        return wanted.nodes().isEmpty() && wanted.devices().size() == 1 && single.size() == 1
                ? one(single.getFirst(), roster)
                : several(wanted, nodes, single, roster);
    }

    private static ChartCaption several(ChartSelection wanted, List<GpuNode> nodes, List<RosterDevice> single,
            ChartRoster roster) {
        return nodes.size() == 1 && wanted.nodes().isEmpty()
                ? new ChartCaption(count(wanted) + " of " + nodes.getFirst().name(),
                        names(nodes.getFirst().name(), single, roster))
                : new ChartCaption(count(wanted), list(wanted, nodes, single, roster));
    }

    private static String names(String node, List<RosterDevice> single, ChartRoster roster) {
        return "GPU " + single.stream().filter(known -> known.key().node().equals(node)).map(roster::name)
                .collect(Collectors.joining(", "));
    }

    private static ChartCaption one(RosterDevice known, ChartRoster roster) {
        var device = known.device();
        return new ChartCaption("GPU " + roster.name(known) + " of " + known.key().node(), device == null ? ""
                : kind(device));
    }

    private static String kind(GpuDevice device) {
        return device.isInstance() ? device.profile() : device.product().title();
    }

    private static String count(ChartSelection wanted) {
        var words = new ArrayList<String>();
        if (!wanted.nodes().isEmpty()) {
            words.add(NumberText.of(wanted.nodes().size(), "node"));
        }
        long boards = wanted.devices().stream().filter(device -> device.instance() == DeviceKey.WHOLE).count();
        if (boards > 0) {
            words.add(NumberText.of(boards, "GPU"));
        }
        if (boards < wanted.devices().size()) {
            words.add(NumberText.of(wanted.devices().size() - boards, "MIG instance"));
        }
        return String.join(", ", words);
    }

    /** Node by node. */
    private static String list(ChartSelection wanted, List<GpuNode> nodes, List<RosterDevice> single,
            ChartRoster roster) {
        return nodes.stream().map(GpuNode::name).map(node -> wanted.nodes().contains(node) ? node
                : node + " " + names(node, single, roster))
                .collect(Collectors.joining(";  "));
    }
}
