package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.text.MessageCatalog;
import tessera.ui.ComposedScreen;
import tessera.ui.DeviceHistorySource;
import tessera.ui.ScreenServices;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/** Charts of selected nodes, GPUs and MIG instances over the last hours, with their values at one moment. */
public final class MetricsView extends ComposedScreen<MetricsScreenInput, MetricsScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricsView.class);
    private static final String SPAN = "metrics.span";
    /** The least width of the button that names what is charted; a longer name is shortened where there is no room. */
    private static final double LEAST = 96;
    /** Below this width the tools lie above the values, too. */
    private static final double NARROW = 1100;

    private final ScreenServices services;
    private final DeviceHistorySource history;
    private final ObjectProperty<ChartedDevices> selection = new SimpleObjectProperty<>(ChartedDevices.NONE);
    private final SegmentedChoiceControl<ChartTimeSpan> spans = new SegmentedChoiceControl<>("metrics-span",
            ChartTimeSpan.ALL, ChartTimeSpan::title);
    private final Label product = TextLabelFactory.label("", "muted", "metrics-product");
    private final Label noteLabel = new Label();
    private final ChartedDevicePickerButton subjects;
    private final StackedMetricChartsPane charts;
    private final MetricChartValuesPane values;
    private final ChartDataSourceFooter origin = new ChartDataSourceFooter();
    private final PrometheusHistoryReader archives;
    private final PromqlPane promql;
    private final ToggleButton promqlToggle = new ToggleButton("PromQL");
    private final BorderPane middle;
    private final NoDataPlaceholder placeholder;
    private final BorderPane root;
    private final ZoneId zone;
    private MetricsScreenState displayedState;
    private Set<DeviceSeriesKey> focused = Set.of();
    /** Chosen, and not to be had as long as there is no Prometheus. */
    private Optional<ChartTimeSpan> pendingSpan = Optional.empty();

    /**
     * Charts of nothing yet.
     *
     * @param zone in which times are said
     * @param now  the time, in steps as coarse as ages are shown
     */
    public MetricsView(ScreenServices services, DeviceHistorySource history, ZoneId zone,
            ObservableValue<Instant> now) {
        this.services = services;
        this.history = history;
        this.zone = zone;
        archives = new PrometheusHistoryReader(history);
        charts = new StackedMetricChartsPane(zone);
        values = new MetricChartValuesPane(zone, charts::bringForward);
        displayedState = MetricsScreenState.ofNotice(
                new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, MESSAGES.text("notice.cluster"), "", ""),
                ChartTimeFrame.endingAt(now.getValue(), ChartTimeSpan.HOUR.length()), archives.archiveProperty().get());
        subjects = new ChartedDevicePickerButton(this::choose, other -> choose(selection.get().toggled(other)));
        services.layoutMemory().recall(SPAN).flatMap(MetricsView::findSpan).ifPresentOrElse(spans::choose,
                () -> spans.choose(ChartTimeSpan.HOUR));
        spans.chosenProperty().addListener((property, before, span) -> onSpanChosen(span));
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        placeholder = new NoDataPlaceholder(new BorderPane(charts, null, null, origin.node(), null), this::retry)
                .withShape(LoadingSkeleton.SkeletonShape.CHARTS);
        promql = new PromqlPane(zone, spans.chosenProperty(), now);
        middle = new BorderPane(placeholder);
        root = new BorderPane(middle);
        root.getStyleClass().add("metrics");
        var tools = createTools(root);
        root.widthProperty().subscribe(() -> placeTools(tools));
        root.setRight(values.node());
        promqlToggle.selectedProperty().addListener((property, before, asks) -> showQueries(asks));
        promql.dashboardProperty().addListener((property, before, shows) -> showQueries(promqlToggle.isSelected()));
        root.sceneProperty().addListener((property, before, scene) -> onVisibilityChange(scene != null));
        archives.archiveProperty().subscribe(this::onArchive);
        setNode(root, placeholder::showProblem);
        setQuery(
                Bindings.createObjectBinding(
                        () -> new MetricsScreenInput(selection.get(), spans.chosenProperty().get(),
                                charts.zoomProperty().get(), now.getValue(), archives.archiveProperty().get(),
                                subjects.offeringProperty().get()),
                        selection, spans.chosenProperty(), charts.zoomProperty(), now, archives.archiveProperty(),
                        subjects.offeringProperty()),
                new MetricsScreenStateBuilder(history::recentHistory, services::alertRules)::project);
    }

    /** Places the tools above the charts; where a pane is beside this screen, above the values, too. */
    private void placeTools(Node toolbar) {
        boolean narrow = root.getWidth() > 0 && root.getWidth() < NARROW;
        root.pseudoClassStateChanged(PseudoClass.getPseudoClass("tight"), narrow);
        if (toolbar.getParent() == null || narrow != toolbar.getParent().equals(root)) {
            (narrow ? middle : root).setTop(null);
            (narrow ? root : middle).setTop(toolbar);
        }
    }

    private static Optional<ChartTimeSpan> findSpan(String name) {
        return ChartTimeSpan.ALL.stream().filter(span -> span.name().equals(name)).findFirst();
    }

    private HBox createTools(Node content) {
        noteLabel.setId("metrics-remark");
        noteLabel.setMinWidth(0);
        product.setMinWidth(0);
        promqlToggle.setId("metrics-promql");
        promqlToggle.getStyleClass().add("quiet-toggle");
        var export = new MetricChartExporter(content,
                () -> promqlToggle.isSelected() ? MESSAGES.text("view.query") : displayedState.caption().title(),
                () -> promqlToggle.isSelected() ? promql.chart() : displayedState.chart()).exportMenu();
        var tools = new HBox(12, subjects.node(), product, LayoutBoxFactory.spacer(), noteLabel, spans.node(),
                promqlToggle, export);
        subjects.node().setMinWidth(LEAST);
        for (var fixed : List.<Region>of(spans.node(), promqlToggle, export)) {
            fixed.setMinWidth(Region.USE_PREF_SIZE);
        }
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        return tools;
    }

    /** Focuses the charts, so that they receive the keys of this screen. Nobody waits for what nobody sees. */
    private void onVisibilityChange(boolean seen) {
        if (!seen) {
            archives.cancelRequest();
        } else if (!promqlToggle.isSelected()) {
            charts.requestFocus();
        }
    }

    private void retry() {
        services.retryConnection();
        archives.forgetRequest();
    }

    /** Switches between the charts of the selection and those of a query. */
    private void showQueries(boolean asks) {
        subjects.node().setVisible(!asks);
        product.setVisible(!asks);
        noteLabel.setVisible(!asks);
        middle.setCenter(asks ? promql.node() : placeholder);
        if (asks) {
            root.setRight(promql.dashboardProperty().get() ? null : promql.seriesPane().node());
        } else {
            root.setRight(values.node());
            charts.requestFocus();
        }
    }

    /** Returns whether there is a Prometheus that answers queries. */
    public boolean hasQueries() {
        return promqlToggle.isVisible();
    }

    /** Switches to the query field and focuses it. */
    public void focusQuery() {
        promqlToggle.setSelected(true);
        promql.focus();
    }

    /** Offers queries and longer time spans where there is a Prometheus. */
    private void onArchive(PrometheusHistoryQueryState queryState) {
        boolean here = queryState.status() instanceof PrometheusDiscoveryStatus.PrometheusAvailable;
        JavaFxNodeVisibility.setShown(promqlToggle, here);
        if (!here) {
            promqlToggle.setSelected(false);
        }
        promql.setPrometheus(queryState.status());
        offerSpans(queryState);
    }

    /** Offers the time spans that only a Prometheus remembers, where there is one. */
    private void offerSpans(PrometheusHistoryQueryState queryState) {
        boolean there = queryState.name().isPresent();
        ChartTimeSpan.LONG.forEach(span -> spans.setOffered(span, there));
        charts.reachProperty().set(there ? ChartTimeSpan.REMEMBERED : FleetDeviceMetricHistory.SPAN);
        if (!there && ChartTimeSpan.LONG.contains(spans.chosenProperty().get())) {
            pendingSpan = Optional.of(spans.chosenProperty().get());
            spans.choose(ChartTimeSpan.SIX_HOURS);
        } else if (there) {
            var longer = pendingSpan;
            pendingSpan = Optional.empty();
            longer.ifPresent(spans::choose);
        }
    }

    /** Remembers the chosen time span, unless it was set only because nothing remembers more. */
    private void onSpanChosen(ChartTimeSpan span) {
        if (pendingSpan.isEmpty() || span != ChartTimeSpan.SIX_HOURS) {
            pendingSpan = Optional.empty();
            services.layoutMemory().remember(SPAN, span.name());
        }
        charts.zoomProperty().set(Optional.empty());
    }

    /** Shows a selection; an empty one leaves the charts as they are. */
    public void choose(ChartedDevices chartedDevices) {
        if (!chartedDevices.isEmpty() && !chartedDevices.equals(selection.get())) {
            charts.frontProperty().set(Optional.empty());
            selection.set(chartedDevices);
        }
    }

    @Override
    public void show(MetricsScreenState state) {
        displayedState = state;
        boolean any = placeholder.showNoticeOrContent(state.notice());
        JavaFxNodeVisibility.setShown(values.node(), any);
        if (root.getScene() != null) {
            archives.request(state.archiveRequest());
        }
        subjects.setLabel(state.caption().title());
        subjects.node().setVisible(!state.shownSelection().isEmpty() && !promqlToggle.isSelected());
        product.setText(state.caption().detail());
        if (!state.shownSelection().isEmpty() && state.requestedSelection().equals(selection.get())) {
            // Whichever was busiest first stays, though another may be busier soon. What was chosen meanwhile is not undone.
            selection.set(state.shownSelection());
        }
        subjects.offer(state.choices());
        if (any) {
            showRemark(state.chart());
            charts.show(state.chart());
            origin.show(state.origin(), new ChartTimeFormatter(state.chart().frame(), zone));
            showValues();
            focusDevices(state.chart());
        }
    }

    private void showRemark(MetricsScreenCharts metricsScreenCharts) {
        boolean some = metricsScreenCharts.omittedLines() > 0;
        int all = metricsScreenCharts.lines().size() + metricsScreenCharts.omittedLines();
        noteLabel.setText(hintText(some, metricsScreenCharts, all));
        noteLabel.setGraphic(some ? StatusGlyph.WARNING.node() : null);
        noteLabel.getStyleClass().setAll("label", "small", some ? "warn-text" : "muted");
    }

    private static String hintText(boolean some, MetricsScreenCharts metricsScreenCharts, int all) {
        if (some) {
            return MESSAGES.text("view.omitted", metricsScreenCharts.lines().size(), GroupedNumberFormatter.count(all));
        }
        if (metricsScreenCharts.zoomed()) {
            return MESSAGES.text("zoom.end");
        }
        return "";
    }

    private void focusDevices(MetricsScreenCharts metricsScreenCharts) {
        var keys = metricsScreenCharts.lines().stream()
                .flatMap(line -> line.key() instanceof DeviceSeriesKey key ? Stream.of(key) : Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
        if (!keys.equals(focused)) {
            focused = keys;
            history.recordAllMetrics(keys);
            history.readExportersDirectly("metrics",
                    keys.stream().map(DeviceSeriesKey::node).collect(Collectors.toSet()));
        }
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront(),
                displayedState.shownSelection().isOneNode() ? MESSAGES.text("view.node")
                        : MESSAGES.text("dashboard.all"));
    }

    /** Line below the charts with their source, and what was not available. FX thread. */
    private static final class ChartDataSourceFooter {

        private final Label source = new Label();
        private final Label noteLabel = new Label();
        private final HBox node = new HBox(12, source, noteLabel);

        ChartDataSourceFooter() {
            source.setId("metrics-source");
            source.getStyleClass().addAll("small", "muted");
            source.setMinWidth(HBox.USE_PREF_SIZE);
            noteLabel.setId("metrics-trouble");
            noteLabel.setMinWidth(0);
            HBox.setHgrow(noteLabel, Priority.ALWAYS);
            node.setAlignment(Pos.CENTER_LEFT);
            node.getStyleClass().add("origin-line");
        }

        HBox node() {
            return node;
        }

        void show(MetricChartSourceDescription origin, ChartTimeFormatter clock) {
            source.setText(MESSAGES.text("source", origin.sourceText(clock)));
            var text = origin.remarkText();
            noteLabel.setText(text.replace('\n', ' '));
            noteLabel.setGraphic(origin.isTroubled() ? StatusGlyph.WARNING.node() : null);
            noteLabel.getStyleClass().setAll("label", "small", origin.isTroubled() ? "warn-text" : "muted");
            if (origin.isAwaiting()) {
                noteLabel.getStyleClass().add(NoDataPlaceholder.AWAITING);
            }
            noteLabel.setTooltip(null);
            if (!text.isEmpty()) {
                noteLabel.setTooltip(new Tooltip(text));
            }
        }
    }

    /** Button with the current selection that offers all nodes, GPUs and MIG instances. FX thread. */
    private static final class ChartedDevicePickerButton {

        private final ListPicker picker;
        private final ReadOnlyBooleanWrapper offering = new ReadOnlyBooleanWrapper();
        private List<DevicePickerChoice> choices = List.of();

        /**
         * @param chosen  called with what is to be charted
         * @param toggled called with what is to be charted, too, or no longer
         */
        ChartedDevicePickerButton(Consumer<ChartedDevices> chosen, Consumer<ChartedDevices> toggled) {
            picker = new ListPicker("metrics-node", () -> offering.set(true),
                    title -> chosen.accept(selectionOf(title)));
            picker.setAdding(title -> toggled.accept(selectionOf(title)));
            picker.node().setContentDisplay(ContentDisplay.RIGHT);
        }

        Button node() {
            return picker.node();
        }

        void setLabel(String title) {
            picker.setLabel(FontIcon.EXPAND.node(), title);
        }

        /** Returns whether the list is open and waits for its choices. */
        ReadOnlyBooleanProperty offeringProperty() {
            return offering.getReadOnlyProperty();
        }

        /** Fills the list, if it waits for that. */
        void offer(List<DevicePickerChoice> newest) {
            if (offering.get() && !newest.isEmpty()) {
                choices = newest;
                picker.offer(newest.stream().map(DevicePickerChoice::choice).toList(),
                        MESSAGES.text("view.pickerHint"));
                offering.set(false);
            }
        }

        private ChartedDevices selectionOf(String title) {
            return choices.stream().filter(choice -> choice.choice().title().equals(title))
                    .map(DevicePickerChoice::selection).findFirst().orElse(ChartedDevices.NONE);
        }
    }
}
