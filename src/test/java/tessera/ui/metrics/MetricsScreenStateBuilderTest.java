package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.metrics.ChartPainter.ThresholdBreachInterval;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;
import static tessera.ui.metrics.Afternoon.END;
import static tessera.ui.metrics.Afternoon.STEP;

/** What the charts are made of. */
class MetricsScreenStateBuilderTest {

    private static final float NONE = Float.NaN;

    private final Afternoon afternoon = Afternoon.ofEight();
    private final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();

    private MetricsScreenState state(GpuFleet fleet, ChartTimeSpan span, Optional<ChartTimeFrame> zoom) {
        return new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(fleet,
                new MetricsScreenInput(ChartedDevices.NONE, span, zoom, END,
                        PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()),
                        false));
    }

    private MetricsScreenCharts chart(ChartTimeSpan span) {
        afternoon.record(history);
        return state(afternoon.fleet(), span, Optional.empty()).chart();
    }

    private static FixedStepSeries series(float... values) {
        return new FixedStepSeries(END, STEP, values);
    }

    @Test
    void everyGpuOfTheBusiestNodeHasALineInEveryChart() {
        afternoon.record(history);
        var state = state(afternoon.fleet(), ChartTimeSpan.THREE_HOURS, Optional.empty());

        assertThat(state.shownSelection()).isEqualTo(ChartedDevices.ofNodes(List.of(Afternoon.NODE)));
        assertThat(state.caption().detail()).isEqualTo("8 × H100 SXM 80 GB");
        assertThat(state.chart().lines()).extracting(MetricChartLine::name).containsExactly("0", "1", "2", "3", "4",
                "5", "6", "7");
        assertThat(state.chart().panels()).extracting(panel -> panel.measure()).isEqualTo(ChartedGpuMetric.ALL);
        assertThat(state.chart().panels()).allSatisfy(panel -> assertThat(panel.series()).hasSize(8));
    }

    @Test
    void howLongAGpuWasAboveWhatIsWarnedOfIsSaid() {
        var metricsScreenCharts = chart(ChartTimeSpan.THREE_HOURS);
        var temperature = metricsScreenCharts.panels().get(ChartedGpuMetric.ALL.indexOf(ChartedGpuMetric.TEMPERATURE));
        var breaches = ThresholdBreachInterval.breachesOf(metricsScreenCharts, temperature);

        assertThat(ThresholdBreachInterval.summaryText(breaches, metricsScreenCharts, ChartedGpuMetric.TEMPERATURE))
                .hasValueSatisfying(text -> assertThat(text).matches("GPU 2 above 85 °C for \\d+ min"));
        var threshold = breaches.getFirst().threshold();
        var one = new ThresholdBreachInterval(0, threshold, Afternoon.END.minusSeconds(600), Afternoon.END);
        assertThat(ThresholdBreachInterval.summaryText(
                List.of(one, new ThresholdBreachInterval(1, threshold, one.from(), one.to())), metricsScreenCharts,
                ChartedGpuMetric.TEMPERATURE)).as("of nodes and instances as of GPUs")
                .contains("2 lines above 85 °C for up to 10 min");
        assertThat(temperature.weightOf(91)).isEqualTo(MetricChartState.ThresholdSeverity.CRITICAL);
        assertThat(temperature.weightOf(80)).isEqualTo(MetricChartState.ThresholdSeverity.PLAIN);
    }

    @Test
    void severalNodesAreToldApartByTheirColours() {
        afternoon.record(history);
        var other = new DeviceReadings("GPU-0815", 0, "NVIDIA H100 80GB HBM3", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5).toValues(), List.of());
        history.record(
                new FleetReadings(END,
                        Map.of("h100-05",
                                new NodeReadings("h100-05", "gpu-operator/exporter", END, STEP, null, List.of(other))),
                        null));

        var state = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(afternoon.fleet(),
                new MetricsScreenInput(ChartedDevices.ofNodes(List.of("h100-05", Afternoon.NODE, "gone")),
                        ChartTimeSpan.HOUR, Optional.empty(), END,
                        PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()),
                        false));

        assertThat(state.caption().title()).isEqualTo("2 nodes");
        assertThat(state.caption().detail()).isEqualTo("h100-04, h100-05");
        assertThat(state.chart().lines()).extracting(MetricChartLine::color).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(state.chart().lines().getFirst().title()).isEqualTo("GPU 0 of h100-04");
        assertThat(state.chart().lines().getLast().title()).isEqualTo("GPU …0815 of h100-05");
        assertThat(state.chart().panels()).allSatisfy(panel -> assertThat(panel.series()).hasSize(9));
    }

    @Test
    void aTimeInWhichNobodyAnsweredIsOneGap() {
        var metricsScreenCharts = chart(ChartTimeSpan.THREE_HOURS);

        assertThat(metricsScreenCharts.gaps()).containsExactly(new MeasurementGap(Afternoon.SILENT, Afternoon.BACK));
        assertThat(metricsScreenCharts.gaps().getFirst().gapText()).isEqualTo("no data 8 min");
        assertThat(metricsScreenCharts.startsInSight()).isFalse();
    }

    @Test
    void whatWasNotRecordedYetIsNoGap() {
        var metricsScreenCharts = chart(ChartTimeSpan.SIX_HOURS);

        assertThat(metricsScreenCharts.historyStart()).contains(Afternoon.BEGIN);
        assertThat(metricsScreenCharts.startsInSight()).isTrue();
        assertThat(metricsScreenCharts.gaps()).hasSize(1);
    }

    @Test
    void whileMoreIsAskedForTheHistoryIsNotSaidToBegin() {
        afternoon.record(history);
        var request = new PrometheusHistoryQueryState.HistoryQueryRequest(List.of(Afternoon.NODE),
                ChartTimeFrame.endingAt(END, Duration.ofHours(6)), STEP);
        var metricsScreenCharts = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(
                afternoon.fleet(),
                new MetricsScreenInput(
                        ChartedDevices.NONE, ChartTimeSpan.SIX_HOURS, Optional.empty(), END, PrometheusHistoryQueryState
                                .ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()).withRequest(request),
                        false))
                .chart();

        assertThat(metricsScreenCharts.startsInSight()).isTrue();
        assertThat(metricsScreenCharts.startText()).isEqualTo("Querying Prometheus for data before %s");
        assertThat(chart(ChartTimeSpan.SIX_HOURS).startText()).startsWith("History begins %s");
    }

    @Test
    void anExporterThatIsSilentNowIsAGapUpToNow() {
        afternoon.record(history);
        var later = new MetricsScreenInput(ChartedDevices.NONE, ChartTimeSpan.HOUR, Optional.empty(),
                END.plus(Duration.ofMinutes(5)),
                PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()), false);

        var gaps = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules)
                .project(afternoon.fleet(), later).chart().gaps();

        assertThat(gaps).containsExactly(new MeasurementGap(END, END.plus(Duration.ofMinutes(5))));
    }

    @Test
    void aLineIsNotDrawnAcrossAGap() {
        var apart = Duration.ofMinutes(1);

        assertThat(MeasurementGap.stretchesOf(series(1, 2, NONE, NONE, 3, 4), apart))
                .containsExactly(new MeasurementGap.SeriesIndexRange(0, 1), new MeasurementGap.SeriesIndexRange(4, 5));
        assertThat(MeasurementGap.stretchesOf(series(NONE, 2, NONE, 3, NONE), apart)).as("one step may be missed")
                .containsExactly(new MeasurementGap.SeriesIndexRange(1, 3));
        assertThat(MeasurementGap.stretchesOf(series(NONE, NONE), apart)).isEmpty();
    }

    @Test
    void oneGpuThatIsNotReportedForAWhileIsNoGapOfAll() {
        assertThat(MeasurementGap.gapsOf(List.of(series(1, NONE, NONE, NONE, 1), series(1, 1, 1, 1, 1)),
                Duration.ofMinutes(1), END, END.plus(STEP.multipliedBy(5)))).isEmpty();
    }

    @Test
    void theCrosshairShowsWhatWasMeasured() {
        var metricsScreenCharts = chart(ChartTimeSpan.THREE_HOURS);
        var at = Instant.parse("2026-11-21T13:38:30Z");

        var moment = MetricValuesAtTime.nearestTo(metricsScreenCharts, at.plusSeconds(9)).orElseThrow();

        assertThat(moment.at()).isEqualTo(at);
        for (int gpu = 0; gpu < 8; gpu++) {
            var busy = history.series(Afternoon.gpu(gpu), DeviceMetric.UTILISATION, at, at).valueAt(0);
            var power = history.series(Afternoon.gpu(gpu), DeviceMetric.POWER, at, at).valueAt(0);
            assertThat(moment.rows().get(gpu)[0]).isEqualTo(100.0 * busy);
            assertThat(moment.rows().get(gpu)[3]).isEqualTo(power);
        }
    }

    @Test
    void aThresholdIsDrawnWhereTheUserSetItFromThenOn() {
        var rules = new AtomicReference<>(AlertRules.standardRules());
        var history = new FleetDeviceMetricHistory();
        var afternoon = Afternoon.ofEight();
        afternoon.record(history);
        var stateBuilder = new MetricsScreenStateBuilder(() -> history, rules::get);
        var query = new MetricsScreenInput(ChartedDevices.NONE, ChartTimeSpan.HOUR, Optional.empty(), END,
                PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()), false);
        assertThat(stateBuilder.project(afternoon.fleet(), query).chart().panels().get(2).caption())
                .isEqualTo("°C, warns above 85 for 5 min");

        rules.set(
                rules.get().withThresholds(AlertRuleOverrides.noOverrides().withThreshold("gpu-temperature-warning", 70)
                        .withThreshold("memory-nearly-full", 0.8).withRuleEnabled("gpu-temperature-critical", false)));
        var panels = stateBuilder.project(afternoon.fleet(), query).chart().panels();

        assertThat(panels.get(1).thresholds()).extracting(MetricChartState.ChartThreshold::labelText)
                .containsExactly("80 %");
        assertThat(panels.get(2).thresholds()).extracting(MetricChartState.ChartThreshold::labelText)
                .containsExactly("warning 70");
        assertThat(panels.get(2).caption()).isEqualTo("°C, warns above 70 for 5 min");
    }

    @Test
    void insideAGapTheCrosshairShowsNothing() {
        var metricsScreenCharts = chart(ChartTimeSpan.THREE_HOURS);

        assertThat(MetricValuesAtTime.nearestTo(metricsScreenCharts, Afternoon.SILENT.plus(Duration.ofMinutes(4))))
                .isEmpty();
        assertThat(MetricValuesAtTime.lastOf(metricsScreenCharts).orElseThrow().at()).isEqualTo(END);
    }

    @Test
    void thresholdsAreThoseOfTheAlertsAndOfTheBoards() {
        var panels = chart(ChartTimeSpan.HOUR).panels();

        assertThat(panels.get(1).thresholds()).extracting(MetricChartState.ChartThreshold::labelText)
                .containsExactly("95 %");
        assertThat(panels.get(2).thresholds()).extracting(MetricChartState.ChartThreshold::labelText)
                .containsExactly("warning 85", "critical 90");
        assertThat(panels.get(3).thresholds()).extracting(MetricChartState.ChartThreshold::labelText)
                .containsExactly("limit 700");
    }

    private GpuFleet divided() {
        var instance = new MigInstanceReadings(9, "3g.40gb", null, new DeviceMetricValues.MetricValuesBuilder()
                .set(DeviceMetric.UTILISATION, 0.5).set(DeviceMetric.MEMORY_USED, 1L << 30).toValues());
        var deviceReadings = new DeviceReadings("GPU-0", 0, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 300).toValues(),
                List.of(instance));
        var readings = new FleetReadings(END,
                Map.of("mig", new NodeReadings("mig", "exporter", END, STEP, null, List.of(deviceReadings))), null);
        history.record(readings);
        var sample = new Sample().with(node("mig").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/mig-3g.40gb", 2));
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(), readings);
    }

    @Test
    void instancesHaveLinesBesideTheirBoardAndTheBoardsPowerIsNotTheirs() {
        var metricsScreenCharts = state(divided(), ChartTimeSpan.HOUR, Optional.empty()).chart();
        var moment = MetricValuesAtTime.lastOf(metricsScreenCharts).orElseThrow();

        assertThat(metricsScreenCharts.lines()).extracting(MetricChartLine::name).containsExactly("0", "0·9");
        assertThat(moment.rows().get(0)).containsExactly(Double.NaN, Double.NaN, Double.NaN, 300);
        assertThat(moment.rows().get(1)).containsExactly(50, 1, Double.NaN, Double.NaN);
        assertThat(moment.sumTexts()).containsExactly("–", "–", "–", "300");
    }

    private static MetricsScreenInput asked(ChartedDevices selection, boolean offering) {
        return new MetricsScreenInput(selection, ChartTimeSpan.HOUR, Optional.empty(), END,
                PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()), offering);
    }

    @Test
    void aSingleInstanceIsChartedAloneAndWhatIsOfItsBoardIsSaidToBe() {
        var fleet = divided();
        var instance = new DeviceSeriesKey("mig", "GPU-0", 9);

        var state = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(fleet,
                asked(ChartedDevices.ofDevices(List.of(instance)), false));

        assertThat(state.caption()).isEqualTo(new ChartedDevicesCaption("GPU 0·9 of mig", "3g.40gb"));
        assertThat(state.chart().lines()).extracting(MetricChartLine::name).containsExactly("0·9");
        assertThat(state.chart().panels()).extracting(MetricChartState::caption)
                .startsWith("%, share of time a kernel ran")
                .endsWith("°C, of the whole GPU, not per instance", "W, of the whole GPU, not per instance");
    }

    @Test
    void aGpuThatWasChosenMeansItsInstancesToo() {
        var state = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(divided(), asked(
                ChartedDevices.ofDevices(List.of(new DeviceSeriesKey("mig", "GPU-0", DeviceSeriesKey.WHOLE))), false));

        assertThat(state.caption().title()).isEqualTo("GPU 0 of mig");
        assertThat(state.chart().lines()).extracting(MetricChartLine::name).containsExactly("0", "0·9");
        assertThat(state.chart().lines()).extracting(MetricChartLine::color).as("told apart").containsExactly(0, 1);
    }

    @Test
    void nodesGpusAndInstancesAreOfferedByName() {
        var state = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(divided(),
                asked(ChartedDevices.NONE, true));

        assertThat(state.choices()).extracting(choice -> choice.choice().title()).containsExactly("mig", "mig · GPU 0",
                "mig · GPU 0·9 · 3g.40gb");
        assertThat(state.choices().getLast().selection())
                .isEqualTo(ChartedDevices.ofDevices(List.of(new DeviceSeriesKey("mig", "GPU-0", 9))));
        assertThat(state(divided(), ChartTimeSpan.HOUR, Optional.empty()).choices()).as("nobody wants to choose")
                .isEmpty();
    }

    @Test
    void nodesGpusAndInstancesTogetherAreCountedAndListed() {
        afternoon.record(history);
        var selectedChartedDevices = ChartedDevices.ofNodes(List.of("h100-05"))
                .toggled(ChartedDevices.ofDevices(List.of(Afternoon.gpu(1), Afternoon.gpu(6))));

        var state = new MetricsScreenStateBuilder(() -> history, AlertRules::standardRules).project(afternoon.fleet(),
                asked(selectedChartedDevices, false));

        assertThat(state.caption())
                .isEqualTo(new ChartedDevicesCaption("1 node, 2 GPUs", "h100-04 GPU 1, 6;  h100-05"));
        assertThat(state.chart().lines()).extracting(MetricChartLine::key).containsExactly(Afternoon.gpu(1),
                Afternoon.gpu(6));
        assertThat(selectedChartedDevices.toggled(ChartedDevices.ofDevices(List.of(Afternoon.gpu(6)))).devices())
                .containsExactly(Afternoon.gpu(1));
    }

    @Test
    void aSumThatLacksSomeSaysSo() {
        var deviceReadings = new DeviceReadings("GPU-0", 0, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 300)
                        .set(DeviceMetric.TEMPERATURE, 60).toValues(),
                List.of());
        var dumb = new DeviceReadings("GPU-1", 1, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, 50).toValues(), List.of());
        var readings = new FleetReadings(END,
                Map.of(Afternoon.NODE,
                        new NodeReadings(Afternoon.NODE, "exporter", END, STEP, null, List.of(deviceReadings, dumb))),
                null);
        history.record(readings);
        var sample = new Sample()
                .with(node(Afternoon.NODE).nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 2));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(), readings);

        var metricsScreenCharts = state(fleet, ChartTimeSpan.HOUR, Optional.empty()).chart();

        assertThat(MetricValuesAtTime.lastOf(metricsScreenCharts).orElseThrow().sumTexts()).containsExactly("–", "–",
                "60", "≥ 300");
        assertThat(MetricChartExporter.csv(metricsScreenCharts)).contains("GPU 1 Power W\"\n",
                END + ",,,60.0000,300.000,,,50.0000,\n");
    }

    @Test
    void whereNothingWasEverMeasuredItIsSaidWhy() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/gpu", 1));
        var forbidden = new FleetReadings(END, Map.of(),
                Problem.of(Problem.OperationProblemKind.FORBIDDEN, "You may not read exporters"));
        var reader = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard());

        assertThat(state(reader.read(sample.snapshot(), forbidden), ChartTimeSpan.HOUR, Optional.empty()).notice())
                .hasValueSatisfying(
                        notice -> assertThat(notice.kind()).isEqualTo(EmptyScreenNotice.NoDataReason.FORBIDDEN));
        assertThat(state(reader.read(sample.snapshot(), FleetReadings.emptyReadings()), ChartTimeSpan.HOUR,
                Optional.empty()).notice()).hasValueSatisfying(
                        notice -> assertThat(notice.kind()).isEqualTo(EmptyScreenNotice.NoDataReason.LOADING));
        var none = new FleetReadings(END, Map.of("n", new NodeReadings("n", "", null, STEP, null, List.of())), null);
        assertThat(state(reader.read(sample.snapshot(), none), ChartTimeSpan.HOUR, Optional.empty()).notice())
                .hasValueSatisfying(notice -> assertThat(notice.title()).isEqualTo("No metrics from n"));
    }

    @Test
    void aChartOfWhatNobodyExportsSaysSo() {
        var bare = new DeviceReadings("GPU-0", 0, "L4", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5).toValues(), List.of());
        var readings = new FleetReadings(END,
                Map.of("n", new NodeReadings("n", "exporter", END, STEP, null, List.of(bare))), null);
        history.record(readings);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(
                new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1)).snapshot(), readings);

        assertThat(state(fleet, ChartTimeSpan.HOUR, Optional.empty()).chart().panels())
                .extracting(MetricChartState::caption).containsExactly("%, share of time a kernel ran",
                        "GiB, not exported", "°C, not exported", "W, not exported");
    }

    @Test
    void aDeviceThatIsGoneKeepsItsLine() {
        afternoon.record(history);
        var gone = new DeviceReadings("GPU-old-beef", 0, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 300).toValues(), List.of());
        var before = new FleetDeviceMetricHistory();
        before.record(new FleetReadings(Afternoon.BEGIN,
                Map.of(Afternoon.NODE,
                        new NodeReadings(Afternoon.NODE, "exporter", Afternoon.BEGIN, STEP, null, List.of(gone))),
                null));
        afternoon.record(before);

        var metricsScreenCharts = new MetricsScreenStateBuilder(() -> before, AlertRules::standardRules).project(
                afternoon.fleet(),
                new MetricsScreenInput(ChartedDevices.NONE, ChartTimeSpan.THREE_HOURS, Optional.empty(), END,
                        PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()),
                        false))
                .chart();

        assertThat(metricsScreenCharts.lines()).extracting(MetricChartLine::name).contains("…beef");
        assertThat(metricsScreenCharts.lines()).last().extracting(MetricChartLine::key)
                .isEqualTo(new DeviceSeriesKey(Afternoon.NODE, "GPU-old-beef", DeviceSeriesKey.WHOLE));
    }
}
