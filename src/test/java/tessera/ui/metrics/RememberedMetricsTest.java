package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.reading.DeviceMetric;
import tessera.ui.StillDesk;
import tessera.ui.kit.ColorTheme;

import static org.assertj.core.api.Assertions.assertThat;

/** The Metrics screen where a Prometheus remembers more than was read here. */
@ExtendWith(ApplicationExtension.class)
class RememberedMetricsTest {

    private final Afternoon afternoon = Afternoon.ofEight();
    private final StillDesk desk = afternoon.desk();
    private final ObjectProperty<Instant> now = new SimpleObjectProperty<>(Afternoon.END);
    private final ScriptedPrometheus prometheus;
    @SuppressWarnings("NullAway.Init") // every test begins with showing it
    private MetricsView view;

    RememberedMetricsTest() throws Exception {
        prometheus = new ScriptedPrometheus();
    }

    @Start
    void open(Stage stage) {
        ColorTheme.loadFonts();
        view = new MetricsView(desk, desk, ZoneOffset.UTC, now);
        view.query().addListener((property, before, query) -> view.show(view.project(afternoon.fleet(), query)));
        stage.setScene(new Scene(new StackPane(view.node()), 1320, 800));
        ColorTheme.DARK.applyTo(stage.getScene());
        view.show(view.project(afternoon.fleet(), view.query().getValue()));
        stage.show();
    }

    @AfterEach
    void stop() throws Exception {
        prometheus.close();
    }

    private static void await(BooleanSupplier condition) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> WaitForAsyncUtils.asyncFx(condition::getAsBoolean).get());
    }

    private boolean offers(ChartTimeSpan span) {
        return view.node().lookup("#metrics-span-" + span.name().toLowerCase(Locale.ROOT)) != null;
    }

    private void choose(ChartTimeSpan span) {
        WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> ((ButtonBase) view.node().lookup("#metrics-span-" + span.name().toLowerCase(Locale.ROOT)))
                        .fire());
    }

    private String text(String id) {
        return ((Label) view.node().lookup("#" + id)).getText();
    }

    private StackedMetricChartsPane chart() {
        return (StackedMetricChartsPane) view.node().lookup("#metrics-chart");
    }

    private void find() throws TimeoutException {
        desk.prometheus.set(prometheus.standing());
        await(() -> offers(ChartTimeSpan.WEEK));
    }

    @Test
    void daysAreOfferedOnlyWhereSomebodyRemembersThem() throws Exception {
        assertThat(offers(ChartTimeSpan.DAY)).isFalse();
        assertThat(text("metrics-source")).isEqualTo("Source: exporters, read by Tessera");

        find();
        choose(ChartTimeSpan.WEEK);
        await(() -> text("metrics-source").equals("Source: " + ScriptedPrometheus.NAME + ", one value every 15 min"));

        desk.prometheus.set(new PrometheusDiscoveryStatus.PrometheusForbidden("",
                Problem.of(OperationProblemKind.FORBIDDEN, "You may not list services")));
        await(() -> !offers(ChartTimeSpan.DAY));
        assertThat(text("metrics-trouble")).contains("You may not list services");
        assertThat(desk.layoutMemory().recall("metrics.span")).contains("WEEK");
        find();
        await(() -> text("metrics-source").contains("one value every 15 min"));
    }

    @Test
    void aDayIsAskedForInStepsThatFitAndDrawnForEveryGpu() throws Exception {
        find();

        choose(ChartTimeSpan.DAY);
        await(() -> text("metrics-source").contains("one value every 2 min"));

        var metricsScreenCharts = chart().chart();
        assertThat(metricsScreenCharts.lines()).hasSize(8);
        assertThat(metricsScreenCharts.panels().get(2).series())
                .allMatch(series -> series.max() == ScriptedPrometheus.TEMPERATURE)
                .allMatch(series -> series.step().equals(Duration.ofMinutes(2)));
        assertThat(prometheus.questions()).allMatch(asked -> "120.000".equals(asked.get("step")));
        assertThat(prometheus.questions().getFirst().get("query")).contains("Hostname=~\"h100-04([.:].*)?\"");
    }

    @Test
    void theTimeBeforeReadingBeganIsFilledAndTheRestIsAsItWasRead() throws Exception {
        find();

        choose(ChartTimeSpan.SIX_HOURS);
        await(() -> text("metrics-source").contains(" until "));

        assertThat(text("metrics-source"))
                .isEqualTo("Source: " + ScriptedPrometheus.NAME + " until 11:00, then exporters, read by Tessera");
        var series = chart().chart().panels().get(2).series().get(5);
        var fixedStepSeries = desk.history.series(Afternoon.gpu(5), DeviceMetric.TEMPERATURE, Afternoon.BEGIN,
                Afternoon.END);
        assertThat(series.valueAt(0)).isEqualTo(ScriptedPrometheus.TEMPERATURE);
        for (int position = 0; position < fixedStepSeries.size(); position++) {
            assertThat(Float.valueOf(series.valueAt(series.size() - fixedStepSeries.size() + position)))
                    .as("step %d", position).isEqualTo(Float.valueOf(fixedStepSeries.valueAt(position)));
        }
    }

    @Test
    void whatItRefusesIsToldBelowTheChartsThatStay() throws Exception {
        prometheus.answer(exchange -> exchange.json(422, """
                {"status":"error","errorType":"execution","error":"query processing would load too many samples"}
                """));
        find();

        choose(ChartTimeSpan.DAY);
        await(() -> text("metrics-trouble").contains("too many samples"));

        assertThat(text("metrics-trouble")).isEqualTo(ScriptedPrometheus.NAME
                + ": Prometheus could not evaluate the query: query processing would load too many samples");
        assertThat(text("metrics-source")).isEqualTo("Source: exporters, read by Tessera");
        assertThat(chart().chart().lines()).hasSize(8);
    }

    @Test
    void aQuestionThatNobodyWaitsForAnyMoreIsGivenUp() throws Exception {
        var asked = new CountDownLatch(1);
        prometheus.answer(exchange -> {
            asked.countDown();
            exchange.hang();
        });
        find();
        choose(ChartTimeSpan.WEEK);
        assertThat(asked.await(3, TimeUnit.MINUTES)).isTrue();

        prometheus.answer(RememberedMetricsTest::answerDay);
        choose(ChartTimeSpan.DAY);

        await(() -> text("metrics-source").contains("one value every 2 min"));
    }

    @Test
    void aSlowAnswerIsWaitedForThoughTimeGoesOn() throws Exception {
        var asked = new CountDownLatch(1);
        var answers = new CountDownLatch(1);
        prometheus.answer(exchange -> {
            asked.countDown();
            assertThat(answers.await(3, TimeUnit.MINUTES)).isTrue();
            answerDay(exchange);
        });
        find();
        choose(ChartTimeSpan.DAY);
        assertThat(asked.await(3, TimeUnit.MINUTES)).isTrue();
        for (int minute = 0; minute < 4; minute++) {
            WaitForAsyncUtils.waitForAsyncFx(60_000, () -> now.set(now.get().plusSeconds(60)));
        }
        assertThat(text("metrics-trouble")).startsWith("querying ");

        answers.countDown();
        await(() -> text("metrics-source").contains("one value every 2 min"));

        var first = prometheus.questions().getFirst();
        assertThat(prometheus.questions().stream()
                .takeWhile(question -> Objects.equals(first.get("end"), question.get("end"))))
                .as("the first answer came to its end").hasSizeGreaterThan(1);
    }

    private static void answerDay(Exchange exchange) throws Exception {
        exchange.json(200, ScriptedPrometheus.matrix(exchange, Map.of(
                "\"__name__\":\"DCGM_FI_DEV_GPU_TEMP\",\"Hostname\":\"h100-04\",\"UUID\":\"GPU-1\",\"gpu\":\"1\"",
                40.0)));
    }

    @Test
    void smallLinesBeginAnHourAgoThoughTheClusterWasOpenedJustNow() throws Exception {
        var newStillDesk = new StillDesk(desk.snapshots().get());
        var start = Afternoon.END.minus(Duration.ofHours(1));
        try (var hour = new FleetMetricHistoryBackfill(newStillDesk, () -> Afternoon.END)) {
            newStillDesk.history.record(afternoon.readings(Afternoon.END));
            newStillDesk.prometheus.set(prometheus.standing());
            await(() -> hour.history().series(Afternoon.gpu(3), DeviceMetric.TEMPERATURE, start, Afternoon.END)
                    .valueAt(0) == ScriptedPrometheus.TEMPERATURE);

            var fixedStepSeries = hour.history().series(Afternoon.gpu(3), DeviceMetric.TEMPERATURE, start,
                    Afternoon.END);
            var read = newStillDesk.history.series(Afternoon.gpu(3), DeviceMetric.TEMPERATURE, Afternoon.END,
                    Afternoon.END);
            assertThat(fixedStepSeries.size()).isEqualTo(121);
            assertThat(fixedStepSeries.last()).as("what was read here").isEqualTo(read.valueAt(0));

            assertThat(prometheus.questions()).extracting(asked -> asked.getOrDefault("query", ""))
                    .as("only of the node that is looked at").allMatch(query -> query.contains(Afternoon.NODE));

            newStillDesk.prometheus.set(new PrometheusDiscoveryStatus.PrometheusSearching());
            assertThat(
                    hour.history().series(Afternoon.gpu(3), DeviceMetric.TEMPERATURE, start, Afternoon.END).valueAt(0))
                    .as("another cluster's is not this one's").isNaN();
        }
    }
}
