package tessera.ui.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.insight.GpuTiles;
import tessera.model.PodFacts;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.NaturalOrder;

/** What can be charted, and how it is called. Pure. */
final class ChartOffers {

    private ChartOffers() {}

    /** Something to choose. */
    record ChartOffer(PickerChoice choice, ChartSelection selection) {}

    /** The nodes of a fleet, and after each the GPUs and MIG instances on it that are measured. */
    static List<ChartOffer> of(GpuFleet fleet) {
        var offers = new ArrayList<ChartOffer>();
        fleet.nodes().stream().sorted(Comparator.comparing(GpuNode::name, NaturalOrder.INSTANCE)).forEach(node -> {
            offers.add(new ChartOffer(new PickerChoice(node.name(), product(node), ""),
                    ChartSelection.ofNodes(List.of(node.name()))));
            offers.addAll(of(node, devices(fleet, node)));
        });
        return offers;
    }

    private static List<ChartOffer> of(GpuNode node, ChartBuilder.ChartSubject devices) {
        var roster = new ChartRoster(List.of(devices), Set.of(), ChartSelection.ofNodes(List.of(node.name())));
        return roster.known().stream().map(known -> {
            var device = known.device();
            var names = Stream.of(node.name(), "GPU " + roster.name(known),
                    device != null && device.isInstance() ? device.profile() : "").filter(name -> !name.isEmpty())
                    .toList();
            // Nobody types what stands between them.
            var choice = new PickerChoice(String.join(" · ", names), device == null ? "" : detail(device), "",
                    String.join(" ", names));
            return new ChartOffer(choice, ChartSelection.ofDevices(List.of(known.key())));
        }).toList();
    }

    private static String detail(GpuDevice device) {
        var holders = device.holders().stream().map(PodFacts::name).collect(Collectors.joining(", "));
        return holders.isEmpty() ? "" : "held by " + holders;
    }

    /** The devices of a node as they are now. */
    static ChartBuilder.ChartSubject devices(GpuFleet fleet, GpuNode node) {
        var readings = fleet.readings().node(node.name());
        return new ChartBuilder.ChartSubject(node.name(),
                GpuDevice.of(node, readings, GpuTiles.of(node, readings), fleet.readings().at()), readings);
    }

    /** For example {@code 8 × H100 SXM 80 GB}. */
    static String product(GpuNode node) {
        long boards = node.groups().stream().mapToLong(group -> group.count()).sum();
        return boards + " × " + node.product().title();
    }
}
