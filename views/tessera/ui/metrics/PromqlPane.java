package tessera.ui.metrics;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.stage.FileChooser;
import javafx.util.Duration;
import tessera.file.SizeLimitedFileReader;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.grafana.GrafanaDashboardReader;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
import tessera.ui.metrics.PrometheusSeriesChartBuilder.PromqlResultChart;

/** A PromQL query of the user, drawn over the chosen time. FX thread. */
final class PromqlPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PromqlPane.class);
    private static final int LARGEST = 16 << 20;

    private final PromqlQueryField field = new PromqlQueryField(this::runQuery);
    private final StackedMetricChartsPane charts;
    private final PrometheusSeriesPane values;
    private final Label source = TextLabelFactory.label("", "small", "muted", "origin-line");
    private final NoDataPlaceholder placeholder;
    private final Button open = new Button(MESSAGES.text("dashboard.open"));
    private final ReadOnlyBooleanWrapper dashboard = new ReadOnlyBooleanWrapper();
    private final BorderPane content;
    private final StackPane node;
    private final ZoneId zone;
    private final ObservableValue<ChartTimeSpan> span;
    private final ObservableValue<Instant> now;
    private final BackgroundQuery<PromqlResultChart> backgroundQuery = new BackgroundQuery<>(this::onAnswer,
            this::showProblem);
    /** A wheel turns and a mouse moves faster than a server is to be asked. */
    private final PauseTransition queryDelay = new PauseTransition(Duration.millis(150));
    private PrometheusDiscoveryStatus discoveryStatus = new PrometheusDiscoveryStatus.PrometheusSearching();
    private String query = "";
    private Optional<LastQuery> lastQuery = Optional.empty();
    private boolean chartCurrent;

    /** The last query. */
    private record LastQuery(String query, tessera.metrics.prometheus.answer.QueryTimeRange timeRange) {}

    PromqlPane(ZoneId zone, ObservableValue<ChartTimeSpan> span, ObservableValue<Instant> now) {
        this.zone = zone;
        this.span = span;
        this.now = now;
        charts = new StackedMetricChartsPane(zone);
        charts.setId("promql-chart");
        charts.reachProperty().set(ChartTimeSpan.REMEMBERED);
        values = new PrometheusSeriesPane(zone, charts::bringForward);
        charts.pointedProperty().addListener((property, before, moment) -> showValues());
        charts.frontProperty().addListener((property, before, key) -> showValues());
        charts.zoomProperty().addListener((property, before, zoom) -> onZoom());
        queryDelay.setOnFinished(event -> queryIfNew());
        span.addListener((property, before, selectedTimeSpan) -> charts.zoomProperty().set(Optional.empty()));
        span.addListener((property, before, selectedTimeSpan) -> queryIfNew());
        now.addListener((property, before, moment) -> queryIfNew());
        open.setId("promql-dashboard");
        open.setTooltip(new Tooltip(MESSAGES.text("dashboard.openHint")));
        open.setMinWidth(HBox.USE_PREF_SIZE);
        open.setOnAction(event -> chooseFile());
        var tools = new HBox(8, field.node(), open);
        HBox.setHgrow(field.node(), Priority.ALWAYS);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("promql-tools");
        source.setId("promql-source");
        source.setMinWidth(0);
        var charted = new BorderPane(charts);
        charted.setBottom(source);
        placeholder = new NoDataPlaceholder(charted, this::queryAgain);
        content = new BorderPane(placeholder);
        content.setTop(tools);
        node = new StackPane(content, field.offersList());
        field.offersList().layoutXProperty().set(16);
        field.offersList().layoutYProperty().bind(tools.heightProperty());
        node.sceneProperty().addListener((property, before, scene) -> onVisibilityChange(scene != null));
        showValues();
        showInvitation();
    }

    StackPane node() {
        return node;
    }

    void focus() {
        field.focus();
    }

    PrometheusSeriesPane seriesPane() {
        return values;
    }

    MetricsScreenCharts chart() {
        return charts.chart();
    }

    /** Queries this Prometheus from now on. */
    void setPrometheus(PrometheusDiscoveryStatus latestDiscoveryStatus) {
        if (latestDiscoveryStatus.equals(discoveryStatus)) {
            return;
        }
        discoveryStatus = latestDiscoveryStatus;
        leaveDashboard();
        field.setVocabulary(
                latestDiscoveryStatus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client)
                        ? new PrometheusMetricAndLabelNameCache(client, System::nanoTime)
                        : null);
        lastQuery = Optional.empty();
        chartCurrent = false;
        backgroundQuery.cancel();
        showInvitation();
        queryIfNew();
    }

    /** Returns whether a dashboard is shown in place of a query's chart, which needs the full width. */
    ReadOnlyBooleanProperty dashboardProperty() {
        return dashboard.getReadOnlyProperty();
    }

    private void chooseFile() {
        var chooser = new FileChooser();
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(MESSAGES.text("dashboard.files"), "*.json"));
        Optional.ofNullable(chooser.showOpenDialog(node.getScene().getWindow())).map(File::toPath)
                .ifPresent(this::openDashboard);
    }

    /** Shows the dashboard in a file, or why it is invalid. */
    void openDashboard(Path file) {
        if (!(discoveryStatus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client))) {
            return;
        }
        try {
            var read = GrafanaDashboardReader.read(SizeLimitedFileReader.readText(file, LARGEST));
            backgroundQuery.cancel();
            content.setCenter(new GrafanaDashboardPane(read, client, zone,
                    new GrafanaDashboardPane.DashboardTimeRange(span, now), this::leaveDashboard).node());
            dashboard.set(true);
        } catch (IOException e) {
            showFileProblem(
                    Problem.of(Problem.OperationProblemKind.CONFIGURATION, MESSAGES.reason("dashboard.unreadable"))
                            .withDetail(e.toString()));
        } catch (ProblemException problemException) {
            showFileProblem(problemException.problem());
        }
    }

    private void showFileProblem(Problem problem) {
        leaveDashboard();
        showProblem(problem);
    }

    private void leaveDashboard() {
        content.setCenter(placeholder);
        dashboard.set(false);
        queryAgain();
    }

    private void showInvitation() {
        if (query.isEmpty() || !(discoveryStatus instanceof PrometheusDiscoveryStatus.PrometheusAvailable)) {
            placeholder.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                    MESSAGES.text("query.ask", prometheusName()), MESSAGES.text("query.askHint"), ""));
        }
    }

    private String prometheusName() {
        if (discoveryStatus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, _, _)) {
            return name;
        }
        return MESSAGES.text("prometheus");
    }

    private void onVisibilityChange(boolean seen) {
        if (seen) {
            field.focus();
            queryIfNew();
        } else {
            backgroundQuery.cancel();
            lastQuery = Optional.empty();
        }
    }

    private void runQuery(String typed) {
        if (dashboard.get()) {
            leaveDashboard();
        }
        chartCurrent &= typed.equals(query);
        query = typed;
        queryAgain();
    }

    private void queryAgain() {
        lastQuery = Optional.empty();
        queryIfNew();
    }

    /** Returns the time to show. */
    private ChartTimeFrame currentFrame() {
        return charts.zoomProperty().get()
                .orElseGet(() -> ChartTimeFrame.endingAt(now.getValue(), span.getValue().length()));
    }

    /** Shows the known data of another time at once, and queries the rest after a short pause. */
    private void onZoom() {
        if (chartCurrent) {
            charts.show(charts.chart().inFrame(currentFrame(), charts.zoomProperty().get().isPresent()));
        }
        queryDelay.playFromStart();
    }

    /** Runs the query, unless it was run last. */
    private void queryIfNew() {
        if (query.isEmpty() || dashboard.get() || node.getScene() == null
                || !(discoveryStatus instanceof PrometheusDiscoveryStatus.PrometheusAvailable(_, _, _, var client))) {
            return;
        }
        var zoom = charts.zoomProperty().get();
        var frame = currentFrame();
        var wanted = new LastQuery(query, MetricHistorySourceSelector.stepRange(frame));
        if (lastQuery.filter(wanted::equals).isPresent()) {
            return;
        }
        lastQuery = Optional.of(wanted);
        if (!chartCurrent) {
            placeholder.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                    MESSAGES.text("notice.asking", prometheusName()), "", ""));
        }
        backgroundQuery.submit(() -> PromqlResultChart.of(wanted.query(), frame, zoom.isPresent(),
                client.queryRange(wanted.query(), wanted.timeRange())));
    }

    private void onAnswer(PromqlResultChart answer) {
        chartCurrent = true;
        if (answer.chart().lines().isEmpty()) {
            chartCurrent = false;
            placeholder.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, MESSAGES.text("query.none"),
                    MESSAGES.text("query.noneDetail"), answer.note()));
        } else {
            placeholder.showNoticeOrContent(Optional.empty());
        }
        charts.show(answer.chart());
        source.setText(MESSAGES.text("query.source", prometheusName(), answer.note()));
        showValues();
    }

    private void showProblem(Problem problem) {
        chartCurrent = false;
        placeholder.show(EmptyScreenNotice.ofProblem(problem));
    }

    private void showValues() {
        values.show(charts.chart(), charts.pointedProperty().get(), charts.inFront());
    }
}
