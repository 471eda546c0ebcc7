package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
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
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.gpu.AcceleratorCatalog;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.ComposedScreen;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.fleet.FleetScreenState.FleetHeadlineFigure;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.ColorScaleBar;
import tessera.ui.heatmap.FleetHeatmapPane;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.heatmap.HeatmapColorScale;
import tessera.ui.heatmap.HeatmapLegendSwatch;
import tessera.ui.heatmap.HeatmapZoom;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** The fleet as a heatmap, with headline figures above it and attention items beside it. */
public final class FleetView extends ComposedScreen<FleetScreenInput, FleetScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetView.class);

    private final SegmentedChoiceControl<HeatmapColorMode> lenses = new SegmentedChoiceControl<>("lens",
            List.of(HeatmapColorMode.values()), HeatmapColorMode::title).withKeyHints(HeatmapColorMode::key);
    private final ObjectProperty<HeatmapNodeGrouping> grouping = new SimpleObjectProperty<>(HeatmapNodeGrouping.MODEL);
    private final BooleanProperty compact = new SimpleBooleanProperty();
    private final FleetHeatmapPane heatmap;
    private final HBox figures = new HBox();
    private final FlowPane legend = new FlowPane(16, 6);
    private final PaneChildrenReconciler<FleetHeadlineFigure> figureParts = new PaneChildrenReconciler<>(
            figures.getChildren(), HeadlineFigureBox::new, HeadlineFigureBox::updates);
    private final PaneChildrenReconciler<HeatmapLegendEntryState> legendParts = new PaneChildrenReconciler<>(
            legend.getChildren(), key -> new HeatmapLegendEntry(key, currentZoom()));
    private final HBox scale = new HBox();
    private final PaneChildrenReconciler<HeatmapMetricLegendEntry.ThresholdMarkedColorScale> scaleParts;
    private final Supplier<AlertRules> rules;
    private final AttentionItemListPane attention;
    private final BorderPane content = new BorderPane();
    private final NoDataPlaceholder root;
    private final BorderPane frame;
    private Optional<Node> sidePane = Optional.empty();
    private boolean fleetVisible;

    /**
     * The inputs of a fleet screen.
     *
     * @param alertContext whose thresholds the legend marks, as they are
     * @param figureHistory  of the headline figures
     */
    public record FleetViewDependencies(Consumer<String> openNode, FleetProblemActions attention, Runnable retry,
            FleetAlertsAndRules alertContext, HeadlineFigureHistory figureHistory) {}

    /**
     * @param trends    of the GPUs that are pointed at
     * @param namespace whose pods stand out; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public FleetView(AcceleratorCatalog accelerators, FleetViewDependencies inputs, DeviceTrendSource trends,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        var stateBuilder = new FleetScreenStateBuilder(accelerators, inputs.alertContext(), inputs.figureHistory());
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
        setNode(frame, this::showWithoutSide);
        setQuery(
                Bindings.createObjectBinding(() -> new FleetScreenInput(lenses.chosenProperty().get(), grouping.get(),
                        namespace.getValue(), now.getValue()), lenses.chosenProperty(), grouping, namespace, now),
                stateBuilder::project);
    }

    private BorderPane heatmapPane() {
        var row = LayoutBoxFactory.row(12, lenses.node(), LayoutBoxFactory.spacer(), groupingMenu(), fitButton());
        row.getStyleClass().add("lens-row");
        var middle = LayoutBoxFactory.withStyle(new BorderPane(heatmap), "fleet-middle");
        middle.setTop(row);
        var explained = LayoutBoxFactory.withStyle(new BorderPane(legend), "legend");
        explained.setLeft(scale);
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

    private MenuButton groupingMenu() {
        var menu = LayoutBoxFactory.withStyle(new MenuButton(), "flat", "quiet-menu");
        menu.setId("fleet-grouping");
        menu.textProperty()
                .bind(Bindings.createStringBinding(
                        () -> MESSAGES.text(compact.get() ? "grouping.by" : "grouping.groupBy", grouping.get().title()),
                        compact, grouping));
        for (var choice : HeatmapNodeGrouping.values()) {
            menu.getItems().add(InputControlFactory.menuItem(choice.title(), () -> grouping.set(choice)));
        }
        return menu;
    }

    private Button fitButton() {
        var key = TextLabelFactory.label("0", "key-hint");
        var button = LayoutBoxFactory.withStyle(new Button(MESSAGES.text("heatmap.fit"), key), "flat", "quiet-menu");
        button.setId("fleet-fit");
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
        return List.of(HeatmapColorMode.values()).stream().filter(colorMode -> colorMode.key().equals(code.getName()))
                .findFirst();
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

    private void showWithoutSide(Problem problem) {
        root.showProblem(problem);
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

    /** Hides the less important parts of the fleet screen in a small window, so that the heatmap keeps its room. FX thread. */
    private static final class FleetScreenSpaceSaver {

        private static final double ROOM_FOR_LEGEND = 420;
        private static final double ROOM_FOR_FIGURES = 320;
        private static final double ROOM_FOR_KEYS = 960;
        private static final double ROOM_FOR_EVERYTHING = 820;
        private static final double ROOM_FOR_WORDS = 650;

        private final BorderPane content;
        private final BorderPane middle;
        private final HBox row;
        private final SegmentedChoiceControl<?> lenses;
        private final BooleanProperty compact;
        private double textScale = 1;

        private FleetScreenSpaceSaver(BorderPane content, BorderPane middle, SegmentedChoiceControl<?> lenses,
                BooleanProperty compact) {
            this.content = content;
            this.middle = middle;
            this.row = (HBox) middle.getTop();
            this.lenses = lenses;
            this.compact = compact;
        }

        /**
         * Watches the available room.
         *
         * @param content with the figures at its top
         * @param middle  with the lenses at its top, what a key does as well last in their row, and the legend at its bottom
         * @param brief   whether what stands beside the lenses is to be said in fewer words; written here
         */
        static void install(BorderPane content, BorderPane middle, SegmentedChoiceControl<?> lenses,
                BooleanProperty brief) {
            var scarcity = new FleetScreenSpaceSaver(content, middle, lenses, brief);
            content.getChildren().add(new FontSizeProbe(now -> {
                scarcity.textScale = now;
                scarcity.adapt();
            }));
            content.heightProperty().subscribe(scarcity::adapt);
            scarcity.row.widthProperty().subscribe(scarcity::adapt);
        }

        private void adapt() {
            if (content.getHeight() > 0) {
                JavaFxNodeVisibility.setShown(middle.getBottom(), content.getHeight() >= ROOM_FOR_LEGEND * textScale);
                JavaFxNodeVisibility.setShown(content.getTop(), content.getHeight() >= ROOM_FOR_FIGURES * textScale);
            }
            if (row.getWidth() > 0) {
                boolean little = row.getWidth() < ROOM_FOR_EVERYTHING * textScale;
                compact.set(little);
                lenses.setTight(little);
                // Its key does the same.
                JavaFxNodeVisibility.setShown(row.getChildren().getLast(), !little);
                boolean roomy = row.getWidth() >= ROOM_FOR_KEYS * textScale;
                lenses.setAbbreviated(false, roomy);
                // Other languages have longer words.
                row.applyCss();
                if (row.getWidth() < Math.max(ROOM_FOR_WORDS * textScale, row.prefWidth(-1))) {
                    lenses.setAbbreviated(true, roomy);
                }
            }
        }
    }

    /** The entry of the legend that explains the colours of a measured lens. */
    private static final class HeatmapMetricLegendEntry extends HBox {

        /**
         * A colour scale with threshold marks.
         *
         * @param thresholds where alert rules draw a line, in its unit
         */
        record ThresholdMarkedColorScale(HeatmapColorScale scale, List<Double> thresholds) {
            ThresholdMarkedColorScale {
                thresholds = List.copyOf(thresholds);
            }
        }

        HeatmapMetricLegendEntry(ThresholdMarkedColorScale marked) {
            super(8);
            var scale = marked.scale();
            var marks = marked.thresholds();
            var title = new Label(switch (scale.colorMode()) {
                case TEMPERATURE -> MESSAGES.text("legend.temperature");
                case POWER -> MESSAGES.text("legend.power");
                case MEMORY -> MESSAGES.text("legend.memory");
                default -> MESSAGES.text("legend.busy");
            });
            title.getStyleClass().add("legend-title");
            var bar = new ColorScaleBar(scale.colorMode(),
                    marks.stream().map(threshold -> (threshold - scale.low()) / (scale.high() - scale.low())).toList());
            getChildren().setAll(title, new Label(endText(scale.low(), scale)), bar,
                    new Label(endText(scale.high(), scale)));
            if (!marks.isEmpty()) {
                var text = new Label(MESSAGES.text("legend.alerts",
                        marks.stream().map(MeasuredNumberFormatter::whole).toList(), scale.unit()));
                text.getStyleClass().add("muted");
                getChildren().add(text);
            }
            setAlignment(Pos.CENTER_LEFT);
            getStyleClass().add("legend-key");
        }

        /** @param rules whose thresholds are marked */
        static ThresholdMarkedColorScale withThresholds(HeatmapColorScale scale, AlertRules rules) {
            var signal = switch (scale.colorMode()) {
                case TEMPERATURE -> AlertSignal.TEMPERATURE;
                case MEMORY -> AlertSignal.MEMORY_SHARE;
                default -> null;
            };
            double factor = signal == AlertSignal.MEMORY_SHARE ? 100 : 1;
            return new ThresholdMarkedColorScale(scale,
                    signal == null ? List.of()
                            : rules.rulesFor(signal).stream().map(AlertRule::limit).filter(Objects::nonNull)
                                    .map(limit -> factor * limit.threshold()).sorted().distinct().toList());
        }

        private static String endText(double number, HeatmapColorScale scale) {
            return MeasuredNumberFormatter.whole(number) + " " + scale.unit();
        }
    }
}
