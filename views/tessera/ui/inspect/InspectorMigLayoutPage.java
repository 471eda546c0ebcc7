package tessera.ui.inspect;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.gpu.MigGpuLayout;
import tessera.gpu.MigGpuLayout.MigLayoutCertainty;
import tessera.gpu.MigGpuLayout.MigLayoutInstance;
import tessera.gpu.ReportedMigPlacements;
import tessera.mig.MigSliceMap;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/** The inspector's page with the MIG layouts of a node. FX thread. */
final class InspectorMigLayoutPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(InspectorMigLayoutPage.class);

    private final VBox page = new VBox();
    private final FlowPane buttons = new FlowPane(8, 8);
    private final VBox toolbar = new VBox(8, buttons);
    private final Consumer<ObjectRef> open;
    private final MigPlacementSourceLine sourceLine;
    /** The GPUs of which every instance is listed, by their place on the page. */
    private final Set<Integer> unfolded = new HashSet<>();
    private NodeGpuMeasurements displayedMeasurements = NodeGpuMeasurements.NONE;

    /** @param open called with a pod that holds an instance */
    InspectorMigLayoutPage(Consumer<ObjectRef> open, OpenClusterSource services, ObservableValue<Instant> now) {
        this.open = open;
        sourceLine = new MigPlacementSourceLine(services, now);
        addTool(sourceLine.queryButton());
        toolbar.getChildren().add(sourceLine.sourceLabel());
        page.setId("inspector-layouts");
        toolbar.getStyleClass().add("mig-tools");
    }

    /** Adds a control above the layouts. */
    void addTool(Region tool) {
        tool.maxWidthProperty().bind(buttons.widthProperty());
        buttons.getChildren().addFirst(tool);
    }

    VBox node() {
        return page;
    }

    /** Returns the reported placements of instances. */
    ObservableValue<ReportedMigPlacements> placementsProperty() {
        return sourceLine.placementsProperty();
    }

    /** Reads the published placements of a node. */
    void readPlacements(ObjectRef node) {
        sourceLine.readKnown(node.name());
    }

    /** Prepares for another node. */
    void clear() {
        sourceLine.clear();
        unfolded.clear();
        unfolded.add(0);
        show(NodeGpuMeasurements.NONE);
    }

    /** Lists the instances of one GPU of those that are shown next. */
    void unfold(int index, NodeGpuMeasurements gpus) {
        unfolded.clear();
        for (int at = 0; at < gpus.layouts().size(); at++) {
            if (gpus.layouts().get(at).index() == index) {
                unfolded.add(at);
            }
        }
    }

    void show(NodeGpuMeasurements gpus) {
        displayedMeasurements = gpus;
        page.getChildren().setAll(toolbar);
        var layouts = gpus.layouts();
        sourceLine.showExactness(!layouts.isEmpty()
                && layouts.stream().allMatch(layout -> layout.source().certainty() == MigLayoutCertainty.EXACT));
        for (int at = 0; at < layouts.size(); at++) {
            var section = InspectorPageElementFactory.section("", gpuBox(at, layouts.get(at)));
            // said once of all that it holds for, before it is needed
            if (at == 0 || !layouts.get(at - 1).source().equals(layouts.get(at).source())) {
                section.getChildren().addFirst(
                        TextLabelFactory.wrapped(layouts.get(at).source().sentence(), "caption", "mig-source"));
            }
            page.getChildren().add(section);
        }
    }

    private VBox gpuBox(int at, MigGpuLayout layout) {
        var title = TextLabelFactory.whole(layoutTitle(layout), "section-title");
        var text = TextLabelFactory.label(layoutText(layout), "caption");
        text.setMinWidth(0);
        var head = LayoutBoxFactory.baselineRow(8, title, text, LayoutBoxFactory.spacer());
        var box = new VBox(8, head);
        if (layout.isPlaced()) {
            box.getChildren().add(new MigPlacementStrip(layout, displayedMeasurements, open));
        }
        boolean listed = unfolded.contains(at) || !layout.isPlaced();
        if (layout.isPlaced() && !layout.instances().isEmpty()) {
            head.getChildren().add(toggleLink(at, listed));
        }
        if (listed && !layout.instances().isEmpty()) {
            box.getChildren().add(instancesGrid(layout));
        }
        return box;
    }

    private Hyperlink toggleLink(int at, boolean listed) {
        var toggle = InputControlFactory.link(listed ? MESSAGES.text("mig.hide") : MESSAGES.text("mig.show"), () -> {
            if (!unfolded.remove(at)) {
                unfolded.add(at);
            }
            show(displayedMeasurements);
        }, "mig-toggle");
        toggle.setMinWidth(Region.USE_PREF_SIZE);
        return toggle;
    }

    private static String layoutTitle(MigGpuLayout layout) {
        if (layout.gpus() > 1) {
            return CountedNoun.GPU.countText(layout.gpus());
        }
        return layout.index() < 0 ? MESSAGES.text("mig.gpu") : "GPU " + layout.index();
    }

    private String layoutText(MigGpuLayout layout) {
        if (layout.instances().isEmpty()) {
            return layout.isPlaced() ? MESSAGES.text("mig.noInstance") : "";
        }
        boolean all = displayedMeasurements.sight() == PodListCompleteness.ALL;
        boolean unknown = displayedMeasurements.sight() == PodListCompleteness.NONE
                || (layout.unsure() && layout.heldInstances() == 0);
        var held = unknown ? CountedNoun.INSTANCE.countText(layout.instances().size())
                : MESSAGES.text("mig.allocated",
                        GroupedNumberFormatter.atLeast(layout.heldInstances(), all && !layout.unsure()),
                        CountedNoun.INSTANCE.countText(layout.instances().size()));
        int unusable = layout.map().map(MigSliceMap::computeUnusable).orElse(0);
        if (unusable == 0) {
            return held;
        }
        return MESSAGES.text("mig.unusable", held, CountedNoun.COMPUTE_SLICE.countText(unusable));
    }

    private GridPane instancesGrid(MigGpuLayout layout) {
        var grid = LayoutBoxFactory.withStyle(new GridPane(8, 4), "mig-list");
        for (int column = 0; column < 4; column++) {
            var wide = new ColumnConstraints();
            wide.setHgrow(column == 1 ? Priority.ALWAYS : Priority.NEVER);
            wide.setHalignment(column > 1 ? HPos.RIGHT : HPos.LEFT);
            grid.getColumnConstraints().add(wide);
        }
        grid.addRow(0, TextLabelFactory.label(MESSAGES.text("mig.instance"), "caption"),
                TextLabelFactory.label(MESSAGES.text("mig.pod"), "caption"),
                TextLabelFactory.label(MESSAGES.text("mig.busy"), "caption"),
                TextLabelFactory.label(MESSAGES.text("mig.memory"), "caption"));
        int row = 1;
        for (var layoutInstance : layout.instances()) {
            var instance = layoutInstance.device().instance();
            var name = TextLabelFactory.whole(
                    layoutInstance.device().profile() + (instance == null ? "" : " #" + instance.id()), "mono",
                    "muted");
            grid.addRow(row++, name, holderNode(layoutInstance),
                    NodeGpuTableFactory.numberCell(layoutInstance.device().reading(DeviceMetric.UTILISATION),
                            displayedMeasurements, MeasuredNumberFormatter::percent),
                    NodeGpuTableFactory.numberCell(layoutInstance.device().reading(DeviceMetric.MEMORY_USED),
                            displayedMeasurements, MeasuredNumberFormatter::gibibytes));
        }
        return grid;
    }

    private Node holderNode(MigLayoutInstance layoutInstance) {
        if (layoutInstance.unsure()) {
            return TextLabelFactory.shrinkable(layoutInstance.device().holderText(", "), "small", "muted");
        }
        if (!layoutInstance.isHeld()) {
            return TextLabelFactory
                    .label(displayedMeasurements.sight() == PodListCompleteness.ALL ? MESSAGES.text("mig.free")
                            : MESSAGES.text("mig.noneSeen"), "small", "muted");
        }
        var pod = layoutInstance.device().knownHolders().getFirst();
        var link = InputControlFactory.link(pod.name(), () -> open.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        link.setMinWidth(0);
        var namespace = TextLabelFactory.whole(pod.namespace(), "caption");
        return LayoutBoxFactory.baselineRow(8, link, namespace);
    }
}
