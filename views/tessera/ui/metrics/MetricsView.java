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
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.metrics.MetricsState.Chart;

/** What nodes, GPUs and MIG instances that were chosen did in the last hours: four charts over one time axis, and the values at a moment. */
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
    private final ObjectProperty<ChartSelection> chosen = new SimpleObjectProperty<>(ChartSelection.NONE);
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
        projection = new MetricsProjection(desk::past, desk::rules);
        charts = new ChartPane(zone);
        values = new ValuesPane(zone, charts::bringForward);
        shown = MetricsState.of(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the cluster", "", ""),
                TimeFrame.ending(now.getValue(), TimeSpan.HOUR.length()), archives.archiveProperty().get());
        subjects = new ChartChooser(this::choose, other -> choose(chosen.get().toggled(other)));
        desk.memory().recall(SPAN).flatMap(MetricsView::span).ifPresentOrElse(spans::choose,
                () -> spans.choose(TimeSpan.HOUR));
        spans.chosenProperty().addListener((property, before, span) -> chosen(span));
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        var charted = new BorderPane(charts);
        charted.setBottom(origin.node());
        place = new StatePlaceholder(charted, this::again).like(LoadingSkeleton.Shape.CHARTS);
        promql = new PromqlPane(zone, spans.chosenProperty(), now);
        middle = new BorderPane(place);
        root = new BorderPane(middle);
        root.getStyleClass().add("metrics");
        var tools = tools(root);
        root.widthProperty().subscribe(() -> settle(tools));
        root.setRight(values.node());
        asking.selectedProperty().addListener((property, before, asks) -> turn(asks));
        promql.dashboardProperty().addListener((property, before, shows) -> turn(asking.isSelected()));
        root.sceneProperty().addListener((property, before, scene) -> visible(scene != null));
        archives.archiveProperty().subscribe(this::learn);
        query = Bindings.createObjectBinding(
                () -> new MetricsQuery(chosen.get(), spans.chosenProperty().get(), charts.zoomProperty().get(),
                        now.getValue(), archives.archiveProperty().get(), subjects.offeringProperty().get()),
                chosen, spans.chosenProperty(), charts.zoomProperty(), now, archives.archiveProperty(),
                subjects.offeringProperty());
    }

    /** The tools lie above the charts; where something stands beside this screen, above the values, too. */
    private void settle(Node tools) {
        boolean narrow = root.getWidth() > 0 && root.getWidth() < NARROW;
        root.pseudoClassStateChanged(PseudoClass.getPseudoClass("tight"), narrow);
        if (tools.getParent() == null || narrow != tools.getParent().equals(root)) {
            (narrow ? middle : root).setTop(null);
            (narrow ? root : middle).setTop(tools);
        }
    }

    private static Optional<TimeSpan> span(String name) {
        return TimeSpan.ALL.stream().filter(span -> span.name().equals(name)).findFirst();
    }

    private HBox tools(Node content) {
        product.getStyleClass().addAll("muted", "metrics-product");
        remark.setId("metrics-remark");
        remark.setMinWidth(0);
        product.setMinWidth(0);
        asking.setId("metrics-promql");
        asking.getStyleClass().add("quiet-toggle");
        var export = new ChartExport(content, () -> asking.isSelected() ? "query" : shown.caption().title(),
                () -> asking.isSelected() ? promql.chart() : shown.chart()).menu();
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

    /** The keys of this screen are the charts'. Nobody waits for what nobody sees. */
    private void visible(boolean seen) {
        if (!seen) {
            archives.leave();
        } else if (!asking.isSelected()) {
            charts.requestFocus();
        }
    }

    private void again() {
        desk.retry();
        archives.forget();
    }

    /** Turns to the charts of what was chosen, or to those of a query. */
    private void turn(boolean asks) {
        subjects.node().setVisible(!asks);
        product.setVisible(!asks);
        remark.setVisible(!asks);
        middle.setCenter(asks ? promql.node() : place);
        root.setRight(!asks ? values.node() : promql.dashboardProperty().get() ? null : promql.values().node());
        if (!asks) {
            charts.requestFocus();
        }
    }

    /** Whether queries can be asked: somebody is there who answers them. */
    public boolean asks() {
        return asking.isVisible();
    }

    /** Turns to where queries are typed. */
    public void focusQuery() {
        asking.setSelected(true);
        promql.focus();
    }

    /** Offers what can be had of a Prometheus where there is one. */
    private void learn(PrometheusArchive archive) {
        boolean here = archive.standing() instanceof PrometheusStatus.PrometheusAvailable;
        NodePresence.of(asking, here);
        if (!here) {
            asking.setSelected(false);
        }
        promql.follow(archive.standing());
        offerSpans(archive);
    }

    /** What only a Prometheus remembers can be chosen where there is one. */
    private void offerSpans(PrometheusArchive archive) {
        boolean there = archive.name().isPresent();
        TimeSpan.LONG.forEach(span -> spans.offer(span, there));
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

    /** What was chosen only because nothing remembers more is not remembered as the user's choice. */
    private void chosen(TimeSpan span) {
        if (awaited.isEmpty() || span != TimeSpan.SIX_HOURS) {
            awaited = Optional.empty();
            desk.memory().remember(SPAN, span.name());
        }
        charts.zoomProperty().set(Optional.empty());
    }

    /** Shows what is selected; of nothing, what is shown already. */
    public void choose(ChartSelection those) {
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
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        place.show(ScreenNotice.failed(why));
    }

    @Override
    public void show(MetricsState state) {
        shown = state;
        boolean any = place.shows(state.notice());
        NodePresence.of(values.node(), any);
        if (root.getScene() != null) {
            archives.want(state.wanted());
        }
        subjects.label(state.caption().title());
        subjects.node().setVisible(!state.shown().isEmpty() && !asking.isSelected());
        product.setText(state.caption().detail());
        if (!state.shown().isEmpty() && state.asked().equals(chosen.get())) {
            // Whichever was busiest first stays, though another may be busier soon. What was chosen meanwhile is not undone.
            chosen.set(state.shown());
        }
        subjects.offer(state.offers());
        if (any) {
            remark(state.chart());
            charts.show(state.chart());
            origin.show(state.origin(), new MomentText(state.chart().frame(), zone));
            showValues();
            focus(state.chart());
        }
    }

    private void remark(Chart chart) {
        boolean some = chart.leftOut() > 0;
        int all = chart.lines().size() + chart.leftOut();
        remark.setText(some ? "%d of %s devices are drawn, the others are not".formatted(chart.lines().size(),
                NumberText.count(all)) : chart.zoomed() ? "Esc: up to now" : "");
        remark.setGraphic(some ? StatusGlyph.WARNING.node() : null);
        remark.getStyleClass().setAll("label", "small", some ? "warn-text" : "muted");
    }

    private void focus(Chart chart) {
        var keys = chart.lines().stream()
                .flatMap(line -> line.key() instanceof DeviceKey key ? Stream.of(key) : Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
        if (!keys.equals(focused)) {
            focused = keys;
            desk.focus(keys);
            desk.lookAt("metrics", keys.stream().map(DeviceKey::node).collect(Collectors.toSet()));
        }
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront(),
                shown.shown().isOneNode() ? "Node" : "All");
    }
}
