package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.model.NodeWithBoundPods;
import tessera.model.Problem;
import tessera.sharing.AdvertisedShares;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.ShareableNodeDevices;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Preview of the resources that nodes would offer with the answers so far. FX thread. */
final class GpuSharingResourcePreview {

    private static final int FEW = 8;

    private final VBox box = new VBox(8);

    GpuSharingResourcePreview() {
        box.setId("share-outlook");
    }

    Node node() {
        return box;
    }

    void showProblem(Problem problem) {
        box.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }

    void show(List<NodeWithBoundPods> nodes, Optional<DeviceShareCounts> shares) {
        if (nodes.isEmpty() || shares.isEmpty()) {
            box.getChildren().setAll(TextLabelFactory.label("–", "muted"));
            return;
        }
        var grid = new GridPane(16, 6);
        int row = 0;
        for (var node : nodes.subList(0, Math.min(FEW, nodes.size()))) {
            grid.addRow(row++, nodeLine(node, shares.get()));
        }
        box.getChildren().setAll(grid);
        if (nodes.size() > FEW) {
            box.getChildren()
                    .add(TextLabelFactory.label(
                            "and " + GroupedNumberFormatter.withNoun(nodes.size() - FEW, "node") + " more",
                            "small",
                            "muted"));
        }
    }

    private static Node[] nodeLine(NodeWithBoundPods node, DeviceShareCounts shares) {
        var devices = ShareableNodeDevices.fromNode(node.nodeSummary().labels(), node.nodeSummary().capacity().toMap());
        var advertisedShares = AdvertisedShares.compute(devices, shares);
        var name = TextLabelFactory.label(node.name(), "strong");
        name.setMinWidth(Region.USE_PREF_SIZE);
        if (!advertisedShares.problem().isEmpty()) {
            return new Node[] {name, TextLabelFactory.label(currentResourcesText(node), "small", "muted"),
                TextLabelFactory.label("→", "small", "muted"),
                TextLabelFactory.withSign(StatusGlyph.BROKEN, advertisedShares.problem(), "small")};
        }
        var sums = advertisedShares.resources().entrySet().stream().filter(each -> each.getValue() > 0)
                .map(each -> resourceSumText(each.getKey(), each.getValue(), devices, shares))
                .collect(Collectors.joining(", "));
        var now = TextLabelFactory.label(currentResourcesText(node), "small", "muted");
        now.setMinWidth(Region.USE_PREF_SIZE);
        return new Node[] {name, now, TextLabelFactory.label("→", "small", "muted"),
            TextLabelFactory.wrapped(sums.isEmpty() ? "nothing" : sums, "small")};
    }

    /** Returns the resources that the node offers at present, e.g. “16 gpu”. */
    private static String currentResourcesText(NodeWithBoundPods node) {
        var capacity = node.nodeSummary().capacity();
        var text = capacity.names().stream()
                .filter(name -> DeviceShareCounts.baseName(name).equals(DeviceShareCounts.GPU)
                        || name.startsWith(DeviceShareCounts.MIG))
                .filter(name -> capacity.get(name) > 0)
                .map(name -> capacity.get(name) + " " + name.substring(name.indexOf('/') + 1))
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "nothing" : text;
    }

    /** Returns the calculation of a resource, such as “8 × 4 = 32 nvidia.com/gpu”. */
    private static String resourceSumText(String resource, long amount, ShareableNodeDevices devices,
            DeviceShareCounts shares) {
        var plain = DeviceShareCounts.baseName(resource);
        int each = shares.replicasOf(plain);
        var bound = devices.migInstancesAtMost() && plain.startsWith(DeviceShareCounts.MIG) ? "at most " : "";
        return each == 1 ? "%s%d %s".formatted(bound, amount, resource)
                : "%s%d × %d = %d %s".formatted(bound, plain.equals(DeviceShareCounts.GPU) ? devices.gpus()
                        : devices.migInstances().getOrDefault(plain, 0L), each, amount, resource);
    }
}
