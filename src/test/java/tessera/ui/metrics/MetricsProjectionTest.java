package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.alerts.Thresholds;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.History;
import tessera.metrics.history.Series;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.Problem;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Readings;
import tessera.model.reading.Values;
import tessera.ui.kit.Notice;
import tessera.ui.metrics.MetricsState.Chart;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;
import static tessera.ui.metrics.Afternoon.END;
import static tessera.ui.metrics.Afternoon.STEP;

/** What the charts are made of. */
class MetricsProjectionTest {

    private static final float NONE = Float.NaN;

    private final Afternoon afternoon = Afternoon.ofEight();
    private final History history = new History();

    private MetricsState state(Fleet fleet, Span span, Optional<Frame> zoom) {
        return new MetricsProjection(() -> history, AlertRules::standard).state(fleet,
                new MetricsQuery(Selection.NONE, span, zoom, END, Archive.of(new Standing.Sought()), false));
    }

    private Chart chart(Span span) {
        afternoon.record(history);
        return state(afternoon.fleet(), span, Optional.empty()).chart();
    }

    private static Series series(float... values) {
        return new Series(END, STEP, values);
    }

    @Test
    void everyGpuOfTheBusiestNodeHasALineInEveryChart() {
        afternoon.record(history);
        var state = state(afternoon.fleet(), Span.THREE_HOURS, Optional.empty());

        assertThat(state.shown()).isEqualTo(Selection.ofNodes(List.of(Afternoon.NODE)));
        assertThat(state.caption().detail()).isEqualTo("8 × H100 SXM 80 GB");
        assertThat(state.chart().lines()).extracting(Line::name).containsExactly("0", "1", "2", "3", "4", "5", "6",
                "7");
        assertThat(state.chart().panels()).extracting(panel -> panel.quantity()).isEqualTo(Quantity.ALL);
        assertThat(state.chart().panels()).allSatisfy(panel -> assertThat(panel.series()).hasSize(8));
    }

    @Test
    void howLongAGpuWasAboveWhatIsWarnedOfIsSaid() {
        var chart = chart(Span.THREE_HOURS);
        var temperature = chart.panels().get(Quantity.ALL.indexOf(Quantity.TEMPERATURE));
        var breaches = Breach.of(chart, temperature);

        assertThat(Breach.words(breaches, chart, Quantity.TEMPERATURE)).hasValueSatisfying(
                words -> assertThat(words).matches("GPU 2 above 85 °C for \\d+ min"));
        var threshold = breaches.getFirst().threshold();
        var one = new Breach(0, threshold, Afternoon.END.minusSeconds(600), Afternoon.END);
        assertThat(Breach.words(List.of(one, new Breach(1, threshold, one.from(), one.to())), chart,
                Quantity.TEMPERATURE)).as("of nodes and instances as of GPUs")
                .contains("2 lines above 85 °C for up to 10 min");
        assertThat(temperature.beyond(91)).isEqualTo(Panel.Weight.CRITICAL);
        assertThat(temperature.beyond(80)).isEqualTo(Panel.Weight.PLAIN);
    }

    @Test
    void severalNodesAreToldApartByTheirColours() {
        afternoon.record(history);
        var other = new DeviceReadings("GPU-0815", 0, "NVIDIA H100 80GB HBM3", "", List.of(),
                new Values.Draft().set(Metric.UTILISATION, 0.5).done(), List.of());
        history.record(new Readings(END, Map.of("h100-05",
                new NodeReadings("h100-05", "gpu-operator/exporter", END, STEP, null, List.of(other))), null));

        var state = new MetricsProjection(() -> history, AlertRules::standard).state(afternoon.fleet(),
                new MetricsQuery(Selection.ofNodes(List.of("h100-05", Afternoon.NODE, "gone")), Span.HOUR,
                        Optional.empty(), END,
                        Archive.of(new Standing.Sought()), false));

        assertThat(state.caption().title()).isEqualTo("2 nodes");
        assertThat(state.caption().detail()).isEqualTo("h100-04, h100-05");
        assertThat(state.chart().lines()).extracting(Line::ink).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(state.chart().lines().getFirst().title()).isEqualTo("GPU 0 of h100-04");
        assertThat(state.chart().lines().getLast().title()).isEqualTo("GPU …0815 of h100-05");
        assertThat(state.chart().panels()).allSatisfy(panel -> assertThat(panel.series()).hasSize(9));
    }

    @Test
    void aTimeInWhichNobodyAnsweredIsOneGap() {
        var chart = chart(Span.THREE_HOURS);

        assertThat(chart.gaps()).containsExactly(new Gap(Afternoon.SILENT, Afternoon.BACK));
        assertThat(chart.gaps().getFirst().words()).isEqualTo("no data 8 min");
        assertThat(chart.beginsInSight()).isFalse();
    }

    @Test
    void whatWasNotRecordedYetIsNoGap() {
        var chart = chart(Span.SIX_HOURS);

        assertThat(chart.begin()).contains(Afternoon.BEGIN);
        assertThat(chart.beginsInSight()).isTrue();
        assertThat(chart.gaps()).hasSize(1);
    }

    @Test
    void whileMoreIsAskedForTheHistoryIsNotSaidToBegin() {
        afternoon.record(history);
        var wanted = new Archive.Wanted(List.of(Afternoon.NODE), Frame.ending(END, Duration.ofHours(6)), STEP);
        var chart = new MetricsProjection(() -> history, AlertRules::standard).state(afternoon.fleet(),
                new MetricsQuery(Selection.NONE, Span.SIX_HOURS, Optional.empty(), END,
                        Archive.of(new Standing.Sought()).asking(wanted), false))
                .chart();

        assertThat(chart.beginsInSight()).isTrue();
        assertThat(chart.beginning()).isEqualTo("What was before %s is asked of Prometheus");
        assertThat(chart(Span.SIX_HOURS).beginning()).startsWith("History begins %s");
    }

    @Test
    void anExporterThatIsSilentNowIsAGapUpToNow() {
        afternoon.record(history);
        var later = new MetricsQuery(Selection.NONE, Span.HOUR, Optional.empty(), END.plus(Duration.ofMinutes(5)),
                Archive.of(new Standing.Sought()), false);

        var gaps = new MetricsProjection(() -> history, AlertRules::standard).state(afternoon.fleet(), later).chart()
                .gaps();

        assertThat(gaps).containsExactly(new Gap(END, END.plus(Duration.ofMinutes(5))));
    }

    @Test
    void aLineIsNotDrawnAcrossAGap() {
        var apart = Duration.ofMinutes(1);

        assertThat(Gap.stretches(series(1, 2, NONE, NONE, 3, 4), apart)).containsExactly(new Gap.Stretch(0, 1),
                new Gap.Stretch(4, 5));
        assertThat(Gap.stretches(series(NONE, 2, NONE, 3, NONE), apart)).as("one step may be missed")
                .containsExactly(new Gap.Stretch(1, 3));
        assertThat(Gap.stretches(series(NONE, NONE), apart)).isEmpty();
    }

    @Test
    void oneGpuThatIsNotReportedForAWhileIsNoGapOfAll() {
        assertThat(Gap.of(List.of(series(1, NONE, NONE, NONE, 1), series(1, 1, 1, 1, 1)), Duration.ofMinutes(1), END,
                END.plus(STEP.multipliedBy(5)))).isEmpty();
    }

    @Test
    void theCrosshairShowsWhatWasMeasured() {
        var chart = chart(Span.THREE_HOURS);
        var at = Instant.parse("2026-11-21T13:38:30Z");

        var moment = Moment.near(chart, at.plusSeconds(9)).orElseThrow();

        assertThat(moment.at()).isEqualTo(at);
        for (int gpu = 0; gpu < 8; gpu++) {
            var busy = history.series(Afternoon.gpu(gpu), Metric.UTILISATION, at, at).value(0);
            var power = history.series(Afternoon.gpu(gpu), Metric.POWER, at, at).value(0);
            assertThat(moment.rows().get(gpu)[0]).isEqualTo(100.0 * busy);
            assertThat(moment.rows().get(gpu)[3]).isEqualTo(power);
        }
    }

    @Test
    void aThresholdIsDrawnWhereTheUserSetItFromThenOn() {
        var rules = new AtomicReference<>(AlertRules.standard());
        var history = new History();
        var afternoon = Afternoon.ofEight();
        afternoon.record(history);
        var projection = new MetricsProjection(() -> history, rules::get);
        var query = new MetricsQuery(Selection.NONE, Span.HOUR, Optional.empty(), END,
                Archive.of(new Standing.Sought()), false);
        assertThat(projection.state(afternoon.fleet(), query).chart().panels().get(2).caption())
                .isEqualTo("°C, warns above 85 for 5 min");

        rules.set(rules.get().with(Thresholds.none().with("gpu-temperature-warning", 70)
                .with("memory-nearly-full", 0.8).switched("gpu-temperature-critical", false)));
        var panels = projection.state(afternoon.fleet(), query).chart().panels();

        assertThat(panels.get(1).thresholds()).extracting(Panel.Threshold::words).containsExactly("80 %");
        assertThat(panels.get(2).thresholds()).extracting(Panel.Threshold::words).containsExactly("warn 70");
        assertThat(panels.get(2).caption()).isEqualTo("°C, warns above 70 for 5 min");
    }

    @Test
    void insideAGapTheCrosshairShowsNothing() {
        var chart = chart(Span.THREE_HOURS);

        assertThat(Moment.near(chart, Afternoon.SILENT.plus(Duration.ofMinutes(4)))).isEmpty();
        assertThat(Moment.last(chart).orElseThrow().at()).isEqualTo(END);
    }

    @Test
    void thresholdsAreThoseOfTheAlertsAndOfTheBoards() {
        var panels = chart(Span.HOUR).panels();

        assertThat(panels.get(1).thresholds()).extracting(Panel.Threshold::words).containsExactly("95 %");
        assertThat(panels.get(2).thresholds()).extracting(Panel.Threshold::words).containsExactly("warn 85",
                "critical 90");
        assertThat(panels.get(3).thresholds()).extracting(Panel.Threshold::words).containsExactly("limit 700");
    }

    private Fleet divided() {
        var instance = new InstanceReadings(9, "3g.40gb", null,
                new Values.Draft().set(Metric.UTILISATION, 0.5).set(Metric.MEMORY_USED, 1L << 30).done());
        var board = new DeviceReadings("GPU-0", 0, "H100", "", List.of(),
                new Values.Draft().set(Metric.POWER, 300).done(), List.of(instance));
        var readings = new Readings(END, Map.of("mig", new NodeReadings("mig", "exporter", END, STEP, null,
                List.of(board))), null);
        history.record(readings);
        var sample = new Sample().with(node("mig").nvidia("NVIDIA-H100-80GB-HBM3", 1)
                .has("nvidia.com/mig-3g.40gb", 2));
        return new Fleet.Reader(Accelerators.standard()).read(sample.snapshot(), readings);
    }

    @Test
    void instancesHaveLinesBesideTheirBoardAndTheBoardsPowerIsNotTheirs() {
        var chart = state(divided(), Span.HOUR, Optional.empty()).chart();
        var moment = Moment.last(chart).orElseThrow();

        assertThat(chart.lines()).extracting(Line::name).containsExactly("0", "0·9");
        assertThat(moment.rows().get(0)).containsExactly(Double.NaN, Double.NaN, Double.NaN, 300);
        assertThat(moment.rows().get(1)).containsExactly(50, 1, Double.NaN, Double.NaN);
        assertThat(moment.sums()).containsExactly("–", "–", "–", "300");
    }

    private static MetricsQuery asked(Selection selection, boolean offering) {
        return new MetricsQuery(selection, Span.HOUR, Optional.empty(), END, Archive.of(new Standing.Sought()),
                offering);
    }

    @Test
    void aSingleInstanceIsChartedAloneAndWhatIsOfItsBoardIsSaidToBe() {
        var fleet = divided();
        var instance = new DeviceKey("mig", "GPU-0", 9);

        var state = new MetricsProjection(() -> history, AlertRules::standard).state(fleet,
                asked(Selection.ofDevices(List.of(instance)), false));

        assertThat(state.caption()).isEqualTo(new Caption("GPU 0·9 of mig", "3g.40gb"));
        assertThat(state.chart().lines()).extracting(Line::name).containsExactly("0·9");
        assertThat(state.chart().panels()).extracting(Panel::caption).startsWith("%, share of time a kernel ran")
                .endsWith("°C, told of the whole GPU only, not of its instances",
                        "W, told of the whole GPU only, not of its instances");
    }

    @Test
    void aGpuThatWasChosenMeansItsInstancesToo() {
        var state = new MetricsProjection(() -> history, AlertRules::standard).state(divided(),
                asked(Selection.ofDevices(List.of(new DeviceKey("mig", "GPU-0", DeviceKey.WHOLE))), false));

        assertThat(state.caption().title()).isEqualTo("GPU 0 of mig");
        assertThat(state.chart().lines()).extracting(Line::name).containsExactly("0", "0·9");
        assertThat(state.chart().lines()).extracting(Line::ink).as("told apart").containsExactly(0, 1);
    }

    @Test
    void nodesGpusAndInstancesAreOfferedByName() {
        var state = new MetricsProjection(() -> history, AlertRules::standard).state(divided(),
                asked(Selection.NONE, true));

        assertThat(state.offers()).extracting(offer -> offer.choice().title()).containsExactly("mig", "mig · GPU 0",
                "mig · GPU 0·9 · 3g.40gb");
        assertThat(state.offers().getLast().selection())
                .isEqualTo(Selection.ofDevices(List.of(new DeviceKey("mig", "GPU-0", 9))));
        assertThat(state(divided(), Span.HOUR, Optional.empty()).offers()).as("nobody wants to choose").isEmpty();
    }

    @Test
    void nodesGpusAndInstancesTogetherAreCountedAndListed() {
        afternoon.record(history);
        var chosen = Selection.ofNodes(List.of("h100-05"))
                .toggled(Selection.ofDevices(List.of(Afternoon.gpu(1), Afternoon.gpu(6))));

        var state = new MetricsProjection(() -> history, AlertRules::standard).state(afternoon.fleet(),
                asked(chosen, false));

        assertThat(state.caption()).isEqualTo(new Caption("1 node, 2 GPUs", "h100-04 GPU 1, 6;  h100-05"));
        assertThat(state.chart().lines()).extracting(Line::key).containsExactly(Afternoon.gpu(1), Afternoon.gpu(6));
        assertThat(chosen.toggled(Selection.ofDevices(List.of(Afternoon.gpu(6)))).devices())
                .containsExactly(Afternoon.gpu(1));
    }

    @Test
    void aSumThatLacksSomeSaysSo() {
        var measured = new DeviceReadings("GPU-0", 0, "H100", "", List.of(),
                new Values.Draft().set(Metric.POWER, 300).set(Metric.TEMPERATURE, 60).done(), List.of());
        var dumb = new DeviceReadings("GPU-1", 1, "H100", "", List.of(),
                new Values.Draft().set(Metric.TEMPERATURE, 50).done(), List.of());
        var readings = new Readings(END, Map.of(Afternoon.NODE, new NodeReadings(Afternoon.NODE, "exporter", END, STEP,
                null, List.of(measured, dumb))), null);
        history.record(readings);
        var sample = new Sample().with(node(Afternoon.NODE).nvidia("NVIDIA-H100-80GB-HBM3", 2)
                .has("nvidia.com/gpu", 2));
        var fleet = new Fleet.Reader(Accelerators.standard()).read(sample.snapshot(), readings);

        var chart = state(fleet, Span.HOUR, Optional.empty()).chart();

        assertThat(Moment.last(chart).orElseThrow().sums()).containsExactly("–", "–", "60", "≥ 300");
        assertThat(ChartExport.csv(chart)).contains("GPU 1 Power W\"\n", END + ",,,60.0000,300.000,,,50.0000,\n");
    }

    @Test
    void whereNothingWasEverMeasuredItIsSaidWhy() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/gpu", 1));
        var forbidden = new Readings(END, Map.of(), Problem.of(Problem.Kind.FORBIDDEN, "You may not read exporters"));
        var reader = new Fleet.Reader(Accelerators.standard());

        assertThat(state(reader.read(sample.snapshot(), forbidden), Span.HOUR, Optional.empty()).notice())
                .hasValueSatisfying(notice -> assertThat(notice.kind()).isEqualTo(Notice.Kind.FORBIDDEN));
        assertThat(state(reader.read(sample.snapshot(), Readings.nothing()), Span.HOUR, Optional.empty()).notice())
                .hasValueSatisfying(notice -> assertThat(notice.kind()).isEqualTo(Notice.Kind.LOADING));
        var none = new Readings(END, Map.of("n", new NodeReadings("n", "", null, STEP, null, List.of())), null);
        assertThat(state(reader.read(sample.snapshot(), none), Span.HOUR, Optional.empty()).notice())
                .hasValueSatisfying(notice -> assertThat(notice.title()).isEqualTo("Nothing is measured on n"));
    }

    @Test
    void aDeviceThatIsGoneKeepsItsLine() {
        afternoon.record(history);
        var gone = new DeviceReadings("GPU-old-beef", 0, "H100", "", List.of(),
                new Values.Draft().set(Metric.POWER, 300).done(), List.of());
        var before = new History();
        before.record(new Readings(Afternoon.BEGIN, Map.of(Afternoon.NODE, new NodeReadings(Afternoon.NODE, "exporter",
                Afternoon.BEGIN, STEP, null, List.of(gone))), null));
        afternoon.record(before);

        var chart = new MetricsProjection(() -> before, AlertRules::standard)
                .state(afternoon.fleet(), new MetricsQuery(Selection.NONE, Span.THREE_HOURS, Optional.empty(), END,
                        Archive.of(new Standing.Sought()), false))
                .chart();

        assertThat(chart.lines()).extracting(Line::name).contains("…beef");
        assertThat(chart.lines()).last().extracting(Line::key)
                .isEqualTo(new DeviceKey(Afternoon.NODE, "GPU-old-beef", DeviceKey.WHOLE));
    }
}
