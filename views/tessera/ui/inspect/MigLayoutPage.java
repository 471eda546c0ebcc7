package tessera.ui.inspect;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.insight.MigGpuLayout;
import tessera.insight.MigGpuLayout.LayoutInstance;
import tessera.insight.ReportedMigPlacements;
import tessera.mig.MigSliceMap;
import tessera.model.ObjectRef;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.ui.AppServices;
import tessera.ui.kit.MeasuredNumberText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** The inspector's page with the MIG layouts of a node. FX thread. */
final class MigLayoutPage {

    private final VBox page = new VBox();
    private final FlowPane buttons = new FlowPane(8, 8);
    private final VBox tools = new VBox(8, buttons);
    private final Consumer<ObjectRef> open;
    private final MigPlacementSourceLine places;
    /** The GPUs of which every instance is listed, by their place on the page. */
    private final Set<Integer> unfolded = new HashSet<>();
    private NodeGpuMeasurements shown = NodeGpuMeasurements.NONE;

    /** @param open called with a pod that holds an instance */
    MigLayoutPage(Consumer<ObjectRef> open, AppServices desk, ObservableValue<Instant> now) {
        this.open = open;
        places = new MigPlacementSourceLine(desk, now);
        addTool(places.queryButton());
        tools.getChildren().add(places.sourceLabel());
        page.setId("inspector-layouts");
        tools.getStyleClass().add("mig-tools");
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
        return places.placementsProperty();
    }

    /** Reads the published placements of a node. */
    void readPlacements(ObjectRef node) {
        places.readKnown(node.name());
    }

    /** Prepares for another node. */
    void clear() {
        places.clear();
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
        shown = gpus;
        page.getChildren().setAll(tools);
        var layouts = gpus.layouts();
        for (int at = 0; at < layouts.size(); at++) {
            var section = InspectorPageElementFactory.section("", gpuBox(at, layouts.get(at)));
            // said once of all that it holds for, before it is needed
            if (at == 0 || !layouts.get(at - 1).source().equals(layouts.get(at).source())) {
                section.getChildren().addFirst(SelectableText.wrapped(layouts.get(at).source().sentence(), "caption",
                        "mig-source"));
            }
            page.getChildren().add(section);
        }
    }

    private VBox gpuBox(int at, MigGpuLayout layout) {
        var title = SelectableText.label(layoutTitle(layout), "section-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        var text = SelectableText.label(layoutText(layout), "caption");
        text.setMinWidth(0);
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var head = new HBox(8, title, text, space);
        head.setAlignment(Pos.BASELINE_LEFT);
        var box = new VBox(8, head);
        if (layout.isPlaced()) {
            box.getChildren().add(new MigPlacementStrip(layout, shown, open));
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
        var toggle = new Hyperlink(listed ? "Hide instances" : "Instances");
        toggle.getStyleClass().add("mig-toggle");
        toggle.setMinWidth(Region.USE_PREF_SIZE);
        toggle.setOnAction(event -> {
            if (!unfolded.remove(at)) {
                unfolded.add(at);
            }
            show(shown);
        });
        return toggle;
    }

    private static String layoutTitle(MigGpuLayout layout) {
        if (layout.gpus() > 1) {
            return NumberText.withNoun(layout.gpus(), "GPU");
        }
        return layout.index() < 0 ? "A MIG GPU" : "GPU " + layout.index();
    }

    private String layoutText(MigGpuLayout layout) {
        if (layout.instances().isEmpty()) {
            return layout.isPlaced() ? "no instance" : "";
        }
        boolean all = shown.sight() == PodListCompleteness.ALL;
        boolean unknown = shown.sight() == PodListCompleteness.NONE || (layout.unsure() && layout.heldInstances() == 0);
        var held = unknown ? NumberText.withNoun(layout.instances().size(), "instance")
                : NumberText.atLeast(layout.heldInstances(), all && !layout.unsure()) + " of "
                        + NumberText.withNoun(layout.instances().size(), "instance")
                        + " held";
        int unusable = layout.map().map(MigSliceMap::computeUnusable).orElse(0);
        return unusable == 0 ? held : held + ", " + NumberText.withNoun(unusable, "compute slice") + " unusable";
    }

    private GridPane instancesGrid(MigGpuLayout layout) {
        var grid = new GridPane(8, 4);
        grid.getStyleClass().add("mig-list");
        for (int column = 0; column < 4; column++) {
            var wide = new ColumnConstraints();
            wide.setHgrow(column == 1 ? Priority.ALWAYS : Priority.NEVER);
            wide.setHalignment(column > 1 ? HPos.RIGHT : HPos.LEFT);
            grid.getColumnConstraints().add(wide);
        }
        grid.addRow(0, SelectableText.label("Instance", "caption"), SelectableText.label("Pod", "caption"),
                SelectableText.label("Busy %", "caption"), SelectableText.label("GiB", "caption"));
        int row = 1;
        for (var piece : layout.instances()) {
            var instance = piece.device().instance();
            var name = SelectableText.label(piece.device().profile() + (instance == null ? "" : " #" + instance.id()),
                    "mono",
                    "muted");
            name.setMinWidth(Region.USE_PREF_SIZE);
            grid.addRow(row++, name, holderNode(piece),
                    GpuTable.numberCell(piece.device().reading(DeviceMetric.UTILISATION), shown,
                            MeasuredNumberText::percent),
                    GpuTable.numberCell(piece.device().reading(DeviceMetric.MEMORY_USED), shown,
                            MeasuredNumberText::gibibytes));
        }
        return grid;
    }

    private Node holderNode(LayoutInstance piece) {
        if (piece.unsure()) {
            return SelectableText.shrinkable(piece.device().holderText(", "), "small", "muted");
        }
        if (!piece.isHeld()) {
            return SelectableText.label(shown.sight() == PodListCompleteness.ALL ? "free" : "none seen", "small",
                    "muted");
        }
        var pod = piece.device().knownHolders().getFirst();
        var link = new Hyperlink(pod.name());
        link.setMinWidth(0);
        link.setOnAction(event -> open.accept(ObjectRef.pod(pod.namespace(), pod.name())));
        var namespace = SelectableText.label(pod.namespace(), "caption");
        namespace.setMinWidth(Region.USE_PREF_SIZE);
        var box = new HBox(8, link, namespace);
        box.setAlignment(Pos.BASELINE_LEFT);
        return box;
    }
}
