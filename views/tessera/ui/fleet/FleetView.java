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
import tessera.diagnosis.FleetProblem;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.Problem;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.change.NodeChangeActions.OfferedChange;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.FleetHeatmapPane;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.heatmap.HeatmapLegendSwatch;
import tessera.ui.heatmap.HeatmapZoom;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.SegmentedChoiceControl;

/** The fleet as a heatmap, with headline figures above it and attention items beside it. */
public final class FleetView implements SnapshotDrivenScreen<FleetScreenInput, FleetScreenState> {

    private final FleetScreenStateBuilder stateBuilder;
    private final SegmentedChoiceControl<HeatmapColorMode> lenses = new SegmentedChoiceControl<>("lens",
            List.of(HeatmapColorMode.values()),
            HeatmapColorMode::title).withKeyHints();
    private final ObjectProperty<HeatmapNodeGrouping> grouping = new SimpleObjectProperty<>(HeatmapNodeGrouping.MODEL);
    private final BooleanProperty compact = new SimpleBooleanProperty();
    private final FleetHeatmapPane heatmap;
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(16, 6);
    private final PaneChildrenReconciler<FleetHeadlineFigure> figureParts = new PaneChildrenReconciler<>(
            figures.getChildren(), HeadlineFigureBox::new,
            HeadlineFigureBox::updates);
    private final PaneChildrenReconciler<HeatmapLegendEntryState> legendParts = new PaneChildrenReconciler<>(
            legend.getChildren(),
            key -> new HeatmapLegendEntry(key, currentZoom()));
    private final HBox scale = new HBox();
    private final PaneChildrenReconciler<HeatmapMetricLegendEntry.ThresholdMarkedColorScale> scaleParts;
    private final Supplier<AlertRules> rules;
    private final AttentionItemListPane attention;
    private final BorderPane content = new BorderPane();
    private final NoDataPlaceholder root;
    private final BorderPane frame;
    private final ObservableValue<FleetScreenInput> query;
    private Optional<Node> sidePane = Optional.empty();
    private boolean fleetVisible;

    /**
     * The inputs of a fleet screen.
     *
     * @param alertContext whose thresholds the legend marks, as they are
     * @param figureHistory  of the headline figures
     */
    public record FleetViewDependencies(Consumer<String> openNode, FleetProblemActions attention, Runnable retry,
            FleetAlertsAndRules alertContext,
            HeadlineFigureHistory figureHistory) {}

    /**
     * Links and changes of attention items.
     *
     * @param changes the change that mends it
     */
    public record FleetProblemActions(Consumer<FleetProblem> open,
            Function<FleetProblem, Optional<OfferedChange>> changes) {}

    /**
     * @param trends    of the GPUs that are pointed at
     * @param namespace whose pods stand out; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public FleetView(AcceleratorCatalog accelerators, FleetViewDependencies inputs, DeviceTrendSource trends,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        stateBuilder = new FleetScreenStateBuilder(accelerators, inputs.alertContext(), inputs.figureHistory());
        heatmap = new FleetHeatmapPane(inputs.openNode(), trends);
        heatmap.setId("fleet-heatmap");
        rules = inputs.alertContext().rules();
        scaleParts = new PaneChildrenReconciler<>(scale.getChildren(), HeatmapMetricLegendEntry::new);
        attention = new AttentionItemListPane(inputs.attention());
        figures.setId("fleet-figures");
        figures.getStyleClass().add("figures");
        scale.setId("fleet-scale");
        legend.setId("fleet-legend");
        legend.getStyleClass().add("legend-keys");
        heatmap.zoomProperty().subscribe(() -> JavaFxThreadRelay.runOnFxThread(this::followZoom));
        content.getStyleClass().add("fleet");
        content.setTop(figures);
        var middle = heatmapPane();
        content.setCenter(middle);
        FleetScreenSpaceSaver.install(content, middle, lenses, compact);
        content.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
        root = NoDataPlaceholder.deferred(content, inputs.retry()).withShape(LoadingSkeleton.SkeletonShape.CARDS);
        frame = new BorderPane(root);
        arrangeSide(false);
        query = Bindings.createObjectBinding(
                () -> new FleetScreenInput(lenses.chosenProperty().get(), grouping.get(), namespace.getValue(),
                        now.getValue()),
                lenses.chosenProperty(), grouping, namespace, now);
    }

    private BorderPane heatmapPane() {
        var row = new HBox(12, lenses.node(), spacer(), groupingMenu(), fitButton());
        row.getStyleClass().add("lens-row");
        row.setAlignment(Pos.CENTER_LEFT);
        var middle = new BorderPane(heatmap);
        middle.getStyleClass().add("fleet-middle");
        middle.setTop(row);
        var explained = new BorderPane(legend);
        explained.setLeft(scale);
        explained.getStyleClass().add("legend");
        middle.setBottom(explained);
        BorderPane.setMargin(heatmap, new Insets(0, 4, 0, 16));
        BorderPane.setMargin(scale, new Insets(0, 16, 0, 0));
        return middle;
    }

    private HeatmapZoom currentZoom() {
        return heatmap.zoomProperty().get();
    }

    private void followZoom() {
        for (var entry : legend.getChildren()) {
            if (entry instanceof HeatmapLegendEntry displayedHeatmapLegendEntry) {
                displayedHeatmapLegendEntry.show(currentZoom());
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
                () -> (compact.get() ? "By " : "Group by ") + grouping.get().title(), compact, grouping));
        for (var choice : HeatmapNodeGrouping.values()) {
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
        button.setOnAction(event -> heatmap.zoomToFit());
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
            heatmap.zoomToFit();
            event.consume();
        }
    }

    private static Optional<HeatmapColorMode> lensFor(KeyCode code) {
        return List.of(HeatmapColorMode.values()).stream()
                .filter(colorMode -> colorMode.title().substring(0, 1).equals(code.getName())).findFirst();
    }

    /** Returns the names of the selected nodes. */
    public ReadOnlyObjectProperty<List<String>> selectionProperty() {
        return heatmap.selectionProperty();
    }

    /** Returns the GPUs of the selected nodes that were clicked themselves. */
    public ReadOnlyObjectProperty<List<DeviceSeriesKey>> pickedProperty() {
        return heatmap.pickedProperty();
    }

    /** Shows the fleet through another lens. */
    public void showLens(HeatmapColorMode colorMode) {
        lenses.choose(colorMode);
    }

    public void selectNodes(List<String> nodes) {
        heatmap.selectNodes(nodes);
    }

    /** Updates the offered changes for the current state. */
    public void refreshOffers() {
        attention.refreshOffers();
    }

    /** Sets the node beside the heatmap; empty for the attention items. */
    public void setSidePane(Optional<Node> instead) {
        sidePane = instead;
        arrangeSide(fleetVisible);
    }

    /** Places a side pane also beside a notice; attention items only beside the heatmap. */
    private void arrangeSide(boolean fleetSeen) {
        fleetVisible = fleetSeen;
        if (fleetVisible) {
            frame.setRight(null);
            content.setRight(sidePane.orElse(attention.node()));
        } else {
            content.setRight(attention.node());
            frame.setRight(sidePane.orElse(null));
        }
    }

    @Override
    public Node node() {
        return frame;
    }

    @Override
    public ObservableValue<FleetScreenInput> query() {
        return query;
    }

    @Override
    public FleetScreenState project(GpuFleet fleet, FleetScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        root.show(EmptyScreenNotice.ofProblem(problem));
        arrangeSide(false);
    }

    @Override
    public void show(FleetScreenState state) {
        arrangeSide(root.showNoticeOrContent(state.notice()));
        if (!fleetVisible) {
            return;
        }
        showFigures(state.figures());
        heatmap.show(state.heatmap());
        legendParts.show(state.legend());
        scaleParts.show(state.heatmap().colorMode().isMeasured()
                ? List.of(HeatmapMetricLegendEntry.withThresholds(state.heatmap().scale(), rules.get()))
                : List.of());
        scale.setManaged(state.heatmap().colorMode().isMeasured());
        attention.show(state.attention(), state.heatmap().podVisibility());
    }

    /** Shows the figures; changed style classes are set only where needed, because they cause a new layout. */
    private void showFigures(List<FleetHeadlineFigure> newest) {
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

    /** An entry of the legend: a sample of the heatmap and its meaning. */
    private static final class HeatmapLegendEntry extends HBox {

        private final HeatmapLegendEntryState key;
        private final HeatmapLegendSwatch swatch;

        HeatmapLegendEntry(HeatmapLegendEntryState key, HeatmapZoom zoom) {
            super(8);
            this.key = key;
            this.swatch = new HeatmapLegendSwatch(key.sample(), key.scheme(), zoom);
            getChildren().setAll(swatch, new Label(key.text()));
            setAlignment(Pos.CENTER_LEFT);
            getStyleClass().add("legend-key");
            show(zoom);
        }

        /** Shows the entry, unless this zoom does not distinguish it. */
        void show(HeatmapZoom zoom) {
            boolean drawn = zoom.form() != HeatmapNodeShape.STRIP || !key.sample().strip().isEmpty();
            setVisible(drawn);
            setManaged(drawn);
            if (drawn) {
                swatch.show(zoom);
            }
        }
    }
}
