package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.alerts.AlertRules;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AttentionItem;
import tessera.insight.GpuFleet;
import tessera.metrics.history.DeviceKey;
import tessera.model.Problem;
import tessera.ui.FxRelay;
import tessera.ui.ProjectedScreen;
import tessera.ui.change.NodeChanges.ChangeOffer;
import tessera.ui.fleet.FleetState.FleetFigure;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.TrendSource;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.mosaic.MosaicPane;
import tessera.ui.mosaic.MosaicZoom;

/** The fleet as a mosaic, with headline figures above it and what needs attention beside it. */
public final class FleetView implements ProjectedScreen<FleetQuery, FleetState> {

    private final FleetProjection projection;
    private final SegmentedChoice<MosaicLens> lenses = new SegmentedChoice<>("lens", List.of(MosaicLens.values()),
            MosaicLens::title).keyed();
    private final ObjectProperty<FleetGrouping> grouping = new SimpleObjectProperty<>(FleetGrouping.MODEL);
    private final BooleanProperty brief = new SimpleBooleanProperty();
    private final MosaicPane mosaic;
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(16, 6);
    private final InlineParts<FleetFigure> figureParts = new InlineParts<>(figures.getChildren(), FigureBox::new,
            FigureBox::takes);
    private final InlineParts<LegendKey> legendParts = new InlineParts<>(legend.getChildren(),
            key -> new LegendEntry(key, zoom()));
    private final HBox scale = new HBox();
    private final InlineParts<ScaleKey.MarkedScale> scaleParts;
    private final Supplier<AlertRules> rules;
    private final AttentionColumn attention;
    private final BorderPane content = new BorderPane();
    private final StatePlaceholder root;
    private final BorderPane frame;
    private final ObservableValue<FleetQuery> query;
    private Optional<Node> beside = Optional.empty();
    private boolean seen;

    /**
     * What a fleet screen is given.
     *
     * @param vigil whose thresholds the legend marks, as they are
     * @param past  of the headline figures
     */
    public record FleetInputs(Consumer<String> openNode, FleetLinks attention, Runnable retry, AlertContext vigil,
            FiguresPast past) {}

    /**
     * Where what needs attention leads.
     *
     * @param changes the change that mends it
     */
    public record FleetLinks(Consumer<AttentionItem> open, Function<AttentionItem, Optional<ChangeOffer>> changes) {}

    /**
     * @param trends    of the GPUs that are pointed at
     * @param namespace whose pods stand out; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public FleetView(AcceleratorCatalog accelerators, FleetInputs wishes, TrendSource trends,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        projection = new FleetProjection(accelerators, wishes.vigil(), wishes.past());
        mosaic = new MosaicPane(wishes.openNode(), trends);
        mosaic.setId("fleet-mosaic");
        rules = wishes.vigil().rules();
        scaleParts = new InlineParts<>(scale.getChildren(), ScaleKey::new);
        attention = new AttentionColumn(wishes.attention());
        figures.setId("fleet-figures");
        figures.getStyleClass().add("figures");
        scale.setId("fleet-scale");
        legend.setId("fleet-legend");
        legend.getStyleClass().add("legend-keys");
        mosaic.zoomProperty().subscribe(() -> FxRelay.show(this::followZoom));
        content.getStyleClass().add("fleet");
        content.setTop(figures);
        var middle = middle();
        content.setCenter(middle);
        SpaceScarcity.on(content, middle, lenses, brief);
        content.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        root = StatePlaceholder.late(content, wishes.retry()).like(LoadingSkeleton.Shape.CARDS);
        frame = new BorderPane(root);
        settle(false);
        query = Bindings.createObjectBinding(
                () -> new FleetQuery(lenses.chosenProperty().get(), grouping.get(), namespace.getValue(),
                        now.getValue()),
                lenses.chosenProperty(), grouping, namespace, now);
    }

    private BorderPane middle() {
        var row = new HBox(12, lenses.node(), spacer(), groupingMenu(), fit());
        row.getStyleClass().add("lens-row");
        row.setAlignment(Pos.CENTER_LEFT);
        var middle = new BorderPane(mosaic);
        middle.getStyleClass().add("fleet-middle");
        middle.setTop(row);
        var explained = new BorderPane(legend);
        explained.setLeft(scale);
        explained.getStyleClass().add("legend");
        middle.setBottom(explained);
        BorderPane.setMargin(mosaic, new Insets(0, 4, 0, 16));
        BorderPane.setMargin(scale, new Insets(0, 16, 0, 0));
        return middle;
    }

    private MosaicZoom zoom() {
        return mosaic.zoomProperty().get();
    }

    private void followZoom() {
        for (var entry : legend.getChildren()) {
            if (entry instanceof LegendEntry shown) {
                shown.show(zoom());
            }
        }
    }

    private static Region spacer() {
        var spacer = new Region();
        HBox.setHgrow(spacer, Priority.ALWAYS);
        return spacer;
    }

    private MenuButton groupingMenu() {
        var menu = new MenuButton();
        menu.setId("fleet-grouping");
        menu.getStyleClass().addAll("flat", "quiet-menu");
        menu.textProperty().bind(Bindings.createStringBinding(
                () -> (brief.get() ? "By " : "Group by ") + grouping.get().title(), brief, grouping));
        for (var choice : FleetGrouping.values()) {
            var item = new MenuItem(choice.title());
            item.setOnAction(event -> grouping.set(choice));
            menu.getItems().add(item);
        }
        return menu;
    }

    private Button fit() {
        var key = new Label("0");
        key.getStyleClass().add("key-hint");
        var button = new Button("fit", key);
        button.setId("fleet-fit");
        button.getStyleClass().addAll("flat", "quiet-menu");
        button.setOnAction(event -> mosaic.fit());
        return button;
    }

    private void key(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        var lens = lens(event.getCode());
        if (lens.isPresent()) {
            lenses.choose(lens.get());
            event.consume();
        } else if (event.getCode() == KeyCode.DIGIT0) {
            mosaic.fit();
            event.consume();
        }
    }

    private static Optional<MosaicLens> lens(KeyCode code) {
        return List.of(MosaicLens.values()).stream()
                .filter(lens -> lens.title().substring(0, 1).equals(code.getName())).findFirst();
    }

    /** The names of the selected nodes. */
    public ReadOnlyObjectProperty<List<String>> selectionProperty() {
        return mosaic.selectionProperty();
    }

    /** Those of the GPUs of the selected nodes that were clicked themselves. */
    public ReadOnlyObjectProperty<List<DeviceKey>> pickedProperty() {
        return mosaic.pickedProperty();
    }

    /** Looks at the fleet through another lens. */
    public void look(MosaicLens lens) {
        lenses.choose(lens);
    }

    public void select(List<String> nodes) {
        mosaic.select(nodes);
    }

    /** Offers what can be changed as things stand. */
    public void offerAnew() {
        attention.printAnew();
    }

    /** What stands beside the mosaic: what needs attention, or something else in its place. */
    public void aside(Optional<Node> instead) {
        beside = instead;
        settle(seen);
    }

    /** What was asked for stands beside a notice, too; what needs attention goes with the mosaic. */
    private void settle(boolean fleetSeen) {
        seen = fleetSeen;
        if (seen) {
            frame.setRight(null);
            content.setRight(beside.orElse(attention.node()));
        } else {
            content.setRight(attention.node());
            frame.setRight(beside.orElse(null));
        }
    }

    @Override
    public Node node() {
        return frame;
    }

    @Override
    public ObservableValue<FleetQuery> query() {
        return query;
    }

    @Override
    public FleetState project(GpuFleet fleet, FleetQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        root.show(ScreenNotice.failed(why));
        settle(false);
    }

    @Override
    public void show(FleetState state) {
        settle(root.shows(state.notice()));
        if (!seen) {
            return;
        }
        showFigures(state.figures());
        mosaic.show(state.mosaic());
        legendParts.show(state.legend());
        scaleParts.show(state.mosaic().lens().measured() ? List.of(ScaleKey.marked(state.mosaic().scale(), rules.get()))
                : List.of());
        scale.setManaged(state.mosaic().lens().measured());
        attention.show(state.attention(), state.mosaic().sight());
    }

    /** What is dressed anew is drawn anew. */
    private void showFigures(List<FleetFigure> newest) {
        figureParts.show(newest);
        for (var box : figures.getChildren()) {
            boolean last = box.equals(figures.getChildren().getLast());
            // Said again, it has everything laid out again.
            if (HBox.getHgrow(box) != Priority.ALWAYS) {
                HBox.setHgrow(box, Priority.ALWAYS);
            }
            if (last != box.getStyleClass().contains("last")) {
                if (last) {
                    box.getStyleClass().add("last");
                } else {
                    box.getStyleClass().remove("last");
                }
            }
        }
    }
}
