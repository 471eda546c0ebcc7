package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.insight.Fleet;
import tessera.metrics.history.DeviceKey;
import tessera.model.Problem;
import tessera.ui.Desk;
import tessera.ui.Screen;
import tessera.ui.kit.Icons;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Picker;
import tessera.ui.kit.Placeholder;
import tessera.ui.kit.Segments;
import tessera.ui.metrics.MetricsState.Chart;

/** What the devices of a node did in the last hours: four charts over one time axis, and the values at a moment. */
public final class MetricsView implements Screen<MetricsQuery, MetricsState> {

    private static final String SPAN = "metrics.span";

    private final Desk desk;
    private final MetricsProjection projection;
    private final StringProperty chosen = new SimpleStringProperty("");
    private final Segments<Span> spans = new Segments<>("metrics-span", Span.ALL, Span::title);
    private final Label product = new Label();
    private final Label remark = new Label();
    private final Picker nodes;
    private final ChartPane charts;
    private final ValuesPane values;
    private final Placeholder root;
    private final ObservableValue<MetricsQuery> query;
    private MetricsState shown;
    private Set<DeviceKey> focused = Set.of();

    /**
     * Charts of nothing yet.
     *
     * @param zone in which times are said
     * @param now  the time, in steps as coarse as ages are shown
     */
    public MetricsView(Desk desk, ZoneId zone, ObservableValue<Instant> now) {
        this.desk = desk;
        projection = new MetricsProjection(desk::past, desk.rules());
        charts = new ChartPane(zone);
        values = new ValuesPane(zone, charts::bringForward);
        shown = new MetricsState(Optional.of(new Notice(Notice.Kind.LOADING, "Reading the cluster", "", "")), "", "",
                List.of(), Chart.empty(Frame.ending(now.getValue(), Span.HOUR.length())));
        nodes = new Picker("metrics-node", this::offer, this::choose);
        nodes.node().setContentDisplay(ContentDisplay.RIGHT);
        desk.memory().recall(SPAN).flatMap(MetricsView::span).ifPresentOrElse(spans::choose,
                () -> spans.choose(Span.HOUR));
        spans.chosenProperty().addListener((property, before, span) -> {
            desk.memory().remember(SPAN, span.name());
            charts.zoomProperty().set(Optional.empty());
        });
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        var middle = new BorderPane(charts);
        var content = new BorderPane(middle);
        middle.setTop(tools(content));
        content.setRight(values.node());
        root = new Placeholder(content, desk::retry);
        root.sceneProperty().addListener((property, before, scene) -> takeKeys(scene != null));
        query = Bindings.createObjectBinding(
                () -> new MetricsQuery(chosen.get(), spans.chosenProperty().get(), charts.zoomProperty().get(),
                        now.getValue()),
                chosen, spans.chosenProperty(), charts.zoomProperty(), now);
    }

    private static Optional<Span> span(String name) {
        return Span.ALL.stream().filter(span -> span.name().equals(name)).findFirst();
    }

    private HBox tools(Node content) {
        product.getStyleClass().addAll("muted", "metrics-product");
        remark.setId("metrics-remark");
        remark.getStyleClass().addAll("small", "muted");
        remark.setMinWidth(0);
        product.setMinWidth(0);
        var export = new ChartExport(content, () -> shown).menu();
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var tools = new HBox(12, nodes.node(), product, space, remark, spans.node(), export);
        for (var fixed : List.<Region>of(nodes.node(), spans.node(), export)) {
            fixed.setMinWidth(Region.USE_PREF_SIZE);
        }
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        return tools;
    }

    /** The keys of this screen are the charts'. */
    private void takeKeys(boolean visible) {
        if (visible) {
            charts.requestFocus();
        }
    }

    private void offer() {
        nodes.offer(shown.nodes(), "");
    }

    /** Shows the devices of a node. */
    public void choose(String node) {
        if (!node.isEmpty() && !node.equals(chosen.get())) {
            charts.frontProperty().set(Optional.empty());
            chosen.set(node);
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
    public MetricsState project(Fleet fleet, MetricsQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        root.show(Notice.failed(why));
    }

    @Override
    public void show(MetricsState state) {
        shown = state;
        boolean any = root.shows(state.notice());
        nodes.label(Icons.EXPAND.node(), state.node());
        nodes.node().setVisible(!state.node().isEmpty());
        product.setText(state.product());
        if (!state.node().isEmpty()) {
            // Whichever was busiest first stays, though another may be busier soon.
            chosen.set(state.node());
        }
        if (any) {
            remark.setText(remark(state.chart()));
            charts.show(state.chart());
            showValues();
            focus(state.chart());
        }
    }

    private static String remark(Chart chart) {
        return chart.leftOut() > 0 ? MetricsProjection.left(chart.leftOut()) : chart.zoomed() ? "Esc: up to now" : "";
    }

    private void focus(Chart chart) {
        var keys = chart.lines().stream().map(Line::key).collect(Collectors.toUnmodifiableSet());
        if (!keys.equals(focused)) {
            focused = keys;
            desk.focus(keys);
        }
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront());
    }
}
