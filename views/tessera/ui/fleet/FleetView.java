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

/** The fleet as a mosaic, with headline figures above it and attention items beside it. */
public final class FleetView implements ProjectedScreen<FleetQuery, FleetState> {

    private final FleetProjection projection;
    private final SegmentedChoice<MosaicLens> lenses = new SegmentedChoice<>("lens", List.of(MosaicLens.values()),
            MosaicLens::title).withKeyHints();
    private final ObjectProperty<FleetGrouping> grouping = new SimpleObjectProperty<>(FleetGrouping.MODEL);
    private final BooleanProperty brief = new SimpleBooleanProperty();
    private final MosaicPane mosaic;
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(16, 6);
    private final InlineParts<FleetFigure> figureParts = new InlineParts<>(figures.getChildren(), FigureBox::new,
            FigureBox::updates);
    private final InlineParts<LegendKey> legendParts = new InlineParts<>(legend.getChildren(),
            key -> new LegendEntry(key, currentZoom()));
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
     * The inputs of a fleet screen.
     *
     * @param alertContext whose thresholds the legend marks, as they are
     * @param figureHistory  of the headline figures
     */
    public record FleetInputs(Consumer<String> openNode, FleetLinks attention, Runnable retry,
            AlertContext alertContext,
            FigureHistory figureHistory) {}

    /**
     * Links and changes of attention items.
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
        projection = new FleetProjection(accelerators, wishes.alertContext(), wishes.figureHistory());
        mosaic = new MosaicPane(wishes.openNode(), trends);
        mosaic.setId("fleet-mosaic");
        rules = wishes.alertContext().rules();
        scaleParts = new InlineParts<>(scale.getChildren(), ScaleKey::new);
        attention = new AttentionColumn(wishes.attention());
        figures.setId("fleet-figures");
        figures.getStyleClass().add("figures");
        scale.setId("fleet-scale");
        legend.setId("fleet-legend");
        legend.getStyleClass().add("legend-keys");
        mosaic.zoomProperty().subscribe(() -> FxRelay.runOnFxThread(this::followZoom));
        content.getStyleClass().add("fleet");
        content.setTop(figures);
        var middle = mosaicPane();
        content.setCenter(middle);
        FleetSpaceSaver.install(content, middle, lenses, brief);
        content.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
        root = StatePlaceholder.deferred(content, wishes.retry()).withShape(LoadingSkeleton.Shape.CARDS);
        frame = new BorderPane(root);
        arrangeSide(false);
        query = Bindings.createObjectBinding(
                () -> new FleetQuery(lenses.chosenProperty().get(), grouping.get(), namespace.getValue(),
                        now.getValue()),
                lenses.chosenProperty(), grouping, namespace, now);
    }

    private BorderPane mosaicPane() {
        var row = new HBox(12, lenses.node(), spacer(), groupingMenu(), fitButton());
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

    private MosaicZoom currentZoom() {
        return mosaic.zoomProperty().get();
    }

    private void followZoom() {
        for (var entry : legend.getChildren()) {
            if (entry instanceof LegendEntry shown) {
                shown.show(currentZoom());
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

    private Button fitButton() {
        var key = new Label("0");
        key.getStyleClass().add("key-hint");
        var button = new Button("fit", key);
        button.setId("fleet-fit");
        button.getStyleClass().addAll("flat", "quiet-menu");
        button.setOnAction(event -> mosaic.zoomToFit());
        return button;
    }

    private void onKey(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        var lens = lensFor(event.getCode());
        if (lens.isPresent()) {
            lenses.choose(lens.get());
            event.consume();
        } else if (event.getCode() == KeyCode.DIGIT0) {
            mosaic.zoomToFit();
            event.consume();
        }
    }

    private static Optional<MosaicLens> lensFor(KeyCode code) {
        return List.of(MosaicLens.values()).stream()
                .filter(lens -> lens.title().substring(0, 1).equals(code.getName())).findFirst();
    }

    /** Returns the names of the selected nodes. */
    public ReadOnlyObjectProperty<List<String>> selectionProperty() {
        return mosaic.selectionProperty();
    }

    /** Returns the GPUs of the selected nodes that were clicked themselves. */
    public ReadOnlyObjectProperty<List<DeviceKey>> pickedProperty() {
        return mosaic.pickedProperty();
    }

    /** Shows the fleet through another lens. */
    public void showLens(MosaicLens lens) {
        lenses.choose(lens);
    }

    public void selectNodes(List<String> nodes) {
        mosaic.selectNodes(nodes);
    }

    /** Updates the offered changes for the current state. */
    public void refreshOffers() {
        attention.refreshOffers();
    }

    /** Sets the node beside the mosaic; empty for the attention items. */
    public void setSidePane(Optional<Node> instead) {
        beside = instead;
        arrangeSide(seen);
    }

    /** Places a side pane also beside a notice; attention items only beside the mosaic. */
    private void arrangeSide(boolean fleetSeen) {
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
        return projection.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        root.show(ScreenNotice.ofProblem(problem));
        arrangeSide(false);
    }

    @Override
    public void show(FleetState state) {
        arrangeSide(root.showNoticeOrContent(state.notice()));
        if (!seen) {
            return;
        }
        showFigures(state.figures());
        mosaic.show(state.mosaic());
        legendParts.show(state.legend());
        scaleParts.show(state.mosaic().lens().isMeasured()
                ? List.of(ScaleKey.withThresholds(state.mosaic().scale(), rules.get()))
                : List.of());
        scale.setManaged(state.mosaic().lens().isMeasured());
        attention.show(state.attention(), state.mosaic().podVisibility());
    }

    /** Shows the figures; changed style classes are set only where needed, because they cause a new layout. */
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
