package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.insight.GpuFleet;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.LoadingSkeleton;
import tessera.ui.kit.NodeVisibility;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.metrics.MetricsState.Chart;

/** Charts of selected nodes, GPUs and MIG instances over the last hours, with their values at one moment. */
public final class MetricsView implements ProjectedScreen<MetricsQuery, MetricsState> {

    private static final String SPAN = "metrics.span";
    /** The least width of the button that names what is charted; a longer name is shortened where there is no room. */
    private static final double LEAST = 96;
    /** Below this width the tools lie above the values, too. */
    private static final double NARROW = 1100;
    /** Further back than this nobody pans. */
    static final Duration REMEMBERED = Duration.ofDays(31);

    private final AppServices desk;
    private final MetricsProjection projection;
    private final ObjectProperty<ChartedDevices> chosen = new SimpleObjectProperty<>(ChartedDevices.NONE);
    private final SegmentedChoice<TimeSpan> spans = new SegmentedChoice<>("metrics-span", TimeSpan.ALL,
            TimeSpan::title);
    private final Label product = new Label();
    private final Label remark = new Label();
    private final ChartChooser subjects;
    private final ChartPane charts;
    private final ValuesPane values;
    private final OriginLine origin = new OriginLine();
    private final PrometheusArchives archives;
    private final PromqlPane promql;
    private final ToggleButton asking = new ToggleButton("PromQL");
    private final BorderPane middle;
    private final StatePlaceholder place;
    private final BorderPane root;
    private final ZoneId zone;
    private final ObservableValue<MetricsQuery> query;
    private MetricsState shown;
    private Set<DeviceKey> focused = Set.of();
    /** Chosen, and not to be had as long as there is no Prometheus. */
    private Optional<TimeSpan> awaited = Optional.empty();

    /**
     * Charts of nothing yet.
     *
     * @param zone in which times are said
     * @param now  the time, in steps as coarse as ages are shown
     */
    public MetricsView(AppServices desk, ZoneId zone, ObservableValue<Instant> now) {
        this.desk = desk;
        this.zone = zone;
        archives = new PrometheusArchives(desk);
        projection = new MetricsProjection(desk::recentHistory, desk::alertRules);
        charts = new ChartPane(zone);
        values = new ValuesPane(zone, charts::bringForward);
        shown = MetricsState.ofNotice(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the cluster", "", ""),
                TimeFrame.endingAt(now.getValue(), TimeSpan.HOUR.length()), archives.archiveProperty().get());
        subjects = new ChartChooser(this::choose, other -> choose(chosen.get().toggled(other)));
        desk.layoutMemory().recall(SPAN).flatMap(MetricsView::findSpan).ifPresentOrElse(spans::choose,
                () -> spans.choose(TimeSpan.HOUR));
        spans.chosenProperty().addListener((property, before, span) -> onSpanChosen(span));
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        var charted = new BorderPane(charts);
        charted.setBottom(origin.node());
        place = new StatePlaceholder(charted, this::retry).withShape(LoadingSkeleton.Shape.CHARTS);
        promql = new PromqlPane(zone, spans.chosenProperty(), now);
        middle = new BorderPane(place);
        root = new BorderPane(middle);
        root.getStyleClass().add("metrics");
        var tools = createTools(root);
        root.widthProperty().subscribe(() -> placeTools(tools));
        root.setRight(values.node());
        asking.selectedProperty().addListener((property, before, asks) -> showQueries(asks));
        promql.dashboardProperty().addListener((property, before, shows) -> showQueries(asking.isSelected()));
        root.sceneProperty().addListener((property, before, scene) -> onVisibilityChange(scene != null));
        archives.archiveProperty().subscribe(this::onArchive);
        query = Bindings.createObjectBinding(
                () -> new MetricsQuery(chosen.get(), spans.chosenProperty().get(), charts.zoomProperty().get(),
                        now.getValue(), archives.archiveProperty().get(), subjects.offeringProperty().get()),
                chosen, spans.chosenProperty(), charts.zoomProperty(), now, archives.archiveProperty(),
                subjects.offeringProperty());
    }

    /** Places the tools above the charts; where a pane is beside this screen, above the values, too. */
    private void placeTools(Node tools) {
        boolean narrow = root.getWidth() > 0 && root.getWidth() < NARROW;
        root.pseudoClassStateChanged(PseudoClass.getPseudoClass("tight"), narrow);
        if (tools.getParent() == null || narrow != tools.getParent().equals(root)) {
            (narrow ? middle : root).setTop(null);
            (narrow ? root : middle).setTop(tools);
        }
    }

    private static Optional<TimeSpan> findSpan(String name) {
        return TimeSpan.ALL.stream().filter(span -> span.name().equals(name)).findFirst();
    }

    private HBox createTools(Node content) {
        product.getStyleClass().addAll("muted", "metrics-product");
        remark.setId("metrics-remark");
        remark.setMinWidth(0);
        product.setMinWidth(0);
        asking.setId("metrics-promql");
        asking.getStyleClass().add("quiet-toggle");
        var export = new ChartExport(content, () -> asking.isSelected() ? "query" : shown.caption().title(),
                () -> asking.isSelected() ? promql.chart() : shown.chart()).exportMenu();
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var tools = new HBox(12, subjects.node(), product, space, remark, spans.node(), asking, export);
        subjects.node().setMinWidth(LEAST);
        for (var fixed : List.<Region>of(spans.node(), asking, export)) {
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
        } else if (!asking.isSelected()) {
            charts.requestFocus();
        }
    }

    private void retry() {
        desk.retryConnection();
        archives.forgetRequest();
    }

    /** Switches between the charts of the selection and those of a query. */
    private void showQueries(boolean asks) {
        subjects.node().setVisible(!asks);
        product.setVisible(!asks);
        remark.setVisible(!asks);
        middle.setCenter(asks ? promql.node() : place);
        root.setRight(!asks ? values.node() : promql.dashboardProperty().get() ? null : promql.seriesPane().node());
        if (!asks) {
            charts.requestFocus();
        }
    }

    /** Returns whether there is a Prometheus that answers queries. */
    public boolean hasQueries() {
        return asking.isVisible();
    }

    /** Switches to the query field and focuses it. */
    public void focusQuery() {
        asking.setSelected(true);
        promql.focus();
    }

    /** Offers queries and longer time spans where there is a Prometheus. */
    private void onArchive(PrometheusArchive archive) {
        boolean here = archive.status() instanceof PrometheusStatus.PrometheusAvailable;
        NodeVisibility.setShown(asking, here);
        if (!here) {
            asking.setSelected(false);
        }
        promql.setPrometheus(archive.status());
        offerSpans(archive);
    }

    /** Offers the time spans that only a Prometheus remembers, where there is one. */
    private void offerSpans(PrometheusArchive archive) {
        boolean there = archive.name().isPresent();
        TimeSpan.LONG.forEach(span -> spans.setOffered(span, there));
        charts.reachProperty().set(there ? REMEMBERED : DeviceHistory.SPAN);
        if (!there && TimeSpan.LONG.contains(spans.chosenProperty().get())) {
            awaited = Optional.of(spans.chosenProperty().get());
            spans.choose(TimeSpan.SIX_HOURS);
        } else if (there) {
            var longer = awaited;
            awaited = Optional.empty();
            longer.ifPresent(spans::choose);
        }
    }

    /** Remembers the chosen time span, unless it was set only because nothing remembers more. */
    private void onSpanChosen(TimeSpan span) {
        if (awaited.isEmpty() || span != TimeSpan.SIX_HOURS) {
            awaited = Optional.empty();
            desk.layoutMemory().remember(SPAN, span.name());
        }
        charts.zoomProperty().set(Optional.empty());
    }

    /** Shows a selection; an empty one leaves the charts as they are. */
    public void choose(ChartedDevices those) {
        if (!those.isEmpty() && !those.equals(chosen.get())) {
            charts.frontProperty().set(Optional.empty());
            chosen.set(those);
        }
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<MetricsQuery> query() {
        return query;
    }

    @Override
    public MetricsState project(GpuFleet fleet, MetricsQuery question) {
        return projection.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        place.show(ScreenNotice.ofProblem(problem));
    }

    @Override
    public void show(MetricsState state) {
        shown = state;
        boolean any = place.showNoticeOrContent(state.notice());
        NodeVisibility.setShown(values.node(), any);
        if (root.getScene() != null) {
            archives.request(state.archiveRequest());
        }
        subjects.setLabel(state.caption().title());
        subjects.node().setVisible(!state.shownSelection().isEmpty() && !asking.isSelected());
        product.setText(state.caption().detail());
        if (!state.shownSelection().isEmpty() && state.requestedSelection().equals(chosen.get())) {
            // Whichever was busiest first stays, though another may be busier soon. What was chosen meanwhile is not undone.
            chosen.set(state.shownSelection());
        }
        subjects.offer(state.offers());
        if (any) {
            showRemark(state.chart());
            charts.show(state.chart());
            origin.show(state.origin(), new MomentText(state.chart().frame(), zone));
            showValues();
            focusDevices(state.chart());
        }
    }

    private void showRemark(Chart chart) {
        boolean some = chart.omittedLines() > 0;
        int all = chart.lines().size() + chart.omittedLines();
        remark.setText(some ? "%d of %s devices are drawn, the others are not".formatted(chart.lines().size(),
                NumberText.count(all)) : chart.zoomed() ? "Esc: up to now" : "");
        remark.setGraphic(some ? StatusGlyph.WARNING.node() : null);
        remark.getStyleClass().setAll("label", "small", some ? "warn-text" : "muted");
    }

    private void focusDevices(Chart chart) {
        var keys = chart.lines().stream()
                .flatMap(line -> line.key() instanceof DeviceKey key ? Stream.of(key) : Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
        if (!keys.equals(focused)) {
            focused = keys;
            desk.recordAllMetrics(keys);
            desk.readExportersDirectly("metrics", keys.stream().map(DeviceKey::node).collect(Collectors.toSet()));
        }
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront(),
                shown.shownSelection().isOneNode() ? "Node" : "All");
    }
}
