package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.insight.GpuDevice;
import tessera.insight.GpuNode;
import tessera.metrics.history.DeviceKey;
import tessera.ui.kit.Numbers;
import tessera.ui.metrics.Roster.Known;

/**
 * What charts are of, in a few words.
 *
 * @param title  e.g. {@code gpu-h100-02}, {@code GPU 3 of gpu-h100-02} or {@code 3 GPUs of gpu-h100-02}; empty for nothing
 * @param detail what that is
 */
record Caption(String title, String detail) {

    static final Caption NONE = new Caption("", "");

    /** @param nodes all on which something is wanted */
    static Caption of(Selection wanted, List<GpuNode> nodes, Roster roster) {
        if (wanted.devices().isEmpty()) {
            return nodes.size() == 1 ? new Caption(nodes.getFirst().name(), Offers.product(nodes.getFirst()))
                    : new Caption(nodes.size() + " nodes",
                            nodes.stream().map(GpuNode::name).collect(Collectors.joining(", ")));
        }
        var single = roster.known().stream().filter(known -> wanted.devices().contains(known.key())).toList();
        return wanted.nodes().isEmpty() && wanted.devices().size() == 1 && single.size() == 1
                ? one(single.getFirst(), roster)
                : several(wanted, nodes, single, roster);
    }

    private static Caption several(Selection wanted, List<GpuNode> nodes, List<Known> single, Roster roster) {
        return nodes.size() == 1 && wanted.nodes().isEmpty()
                ? new Caption(count(wanted) + " of " + nodes.getFirst().name(),
                        names(nodes.getFirst().name(), single, roster))
                : new Caption(count(wanted), list(wanted, nodes, single, roster));
    }

    private static String names(String node, List<Known> single, Roster roster) {
        return "GPU " + single.stream().filter(known -> known.key().node().equals(node)).map(roster::name)
                .collect(Collectors.joining(", "));
    }

    private static Caption one(Known known, Roster roster) {
        var device = known.device();
        return new Caption("GPU " + roster.name(known) + " of " + known.key().node(), device == null ? ""
                : kind(device));
    }

    private static String kind(GpuDevice device) {
        return device.isInstance() ? device.profile() : device.product().title();
    }

    private static String count(Selection wanted) {
        var words = new ArrayList<String>();
        if (!wanted.nodes().isEmpty()) {
            words.add(Numbers.of(wanted.nodes().size(), "node"));
        }
        long boards = wanted.devices().stream().filter(device -> device.instance() == DeviceKey.WHOLE).count();
        if (boards > 0) {
            words.add(Numbers.of(boards, "GPU"));
        }
        if (boards < wanted.devices().size()) {
            words.add(Numbers.of(wanted.devices().size() - boards, "MIG instance"));
        }
        return String.join(", ", words);
    }

    /** Node by node. */
    private static String list(Selection wanted, List<GpuNode> nodes, List<Known> single, Roster roster) {
        return nodes.stream().map(GpuNode::name).map(node -> wanted.nodes().contains(node) ? node
                : node + " " + names(node, single, roster))
                .collect(Collectors.joining(";  "));
    }
}
