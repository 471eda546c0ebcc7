package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.alerts.AlertRules;
import tessera.insight.GpuDevice;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.FleetMeasure;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricReading;
import tessera.ui.kit.MeasureText;
import tessera.ui.metrics.MetricsState.Chart;

/**
 * Metrics of some devices over the last hour as charts, with reasons for those that are missing.
 *
 * @param chart   with a panel for each quantity of which there is anything
 * @param missingReason why there is nothing at all; empty where there is something
 * @param remarks what is not measured of all of them, and why
 */
public record DeviceHour(Chart chart, String missingReason, List<String> remarks) {

    public DeviceHour {
        remarks = List.copyOf(remarks);
    }

    /** Returns an hour without charts. */
    public static DeviceHour none(String reason) {
        return new DeviceHour(Chart.empty(new TimeFrame(Instant.EPOCH, Instant.EPOCH.plusSeconds(1))), reason,
                List.of());
    }

    /**
     * Returns the hour of devices of one node, at least one, or of instances of them.
     *
     * @param rules whose thresholds are drawn
     */
    public static DeviceHour of(HistoryView past, AlertRules rules, List<GpuDevice> devices, FleetReadings readings,
            Instant now) {
        var node = devices.getFirst().node().name();
        var frame = TimeFrame.endingAt(now, TimeSpan.HOUR.length());
        var query = new MetricsQuery(ChartedDevices.ofNodes(List.of(node)), TimeSpan.HOUR, Optional.empty(), now,
                PrometheusArchive.ofStatus(new PrometheusStatus.PrometheusSearching()), false);
        var whole = new ChartBuilder(new DeviceHistoryView(past),
                List.of(new ChartBuilder.ChartSubject(node, devices, readings.readingsOf(node))),
                query.selection(), rules, Duration.ZERO).createChart(frame, query);
        var shown = new ArrayList<ChartPanel>();
        var remarks = new ArrayList<String>();
        for (var panel : whole.panels()) {
            if (panel.series().stream().allMatch(StepSeries::isEmpty)) {
                remarks.add(panel.quantity().title() + ": "
                        + (panel.quantity() instanceof ChartQuantity quantity
                                ? missingReason(devices, quantity.metric())
                                : "nothing"));
            } else {
                shown.add(panel);
            }
        }
        if (shown.isEmpty()) {
            return new DeviceHour(Chart.empty(frame),
                    "Nothing was measured in the last hour: " + missingReason(devices, Metric.UTILISATION), List.of());
        }
        return new DeviceHour(
                new Chart(frame, false, whole.historyStart(), whole.lines(), shown, whole.gaps(), whole.longestStep(),
                        whole.omittedLines(), whole.startText()),
                "", remarks);
    }

    private static String missingReason(List<GpuDevice> devices, Metric metric) {
        var reasons = devices.stream().map(device -> device.reading(metric)).map(MeasureText::missingReason)
                .filter(text -> !text.isEmpty()).collect(Collectors.toCollection(LinkedHashSet::new));
        boolean some = devices.stream()
                .anyMatch(device -> device.reading(metric) instanceof MetricReading.MeasuredValue);
        return reasons.isEmpty() || some ? "nothing is recorded yet" : String.join(", ", reasons);
    }

    /** A history that knows only the devices that it is asked for. */
    private record DeviceHistoryView(HistoryView history) implements HistoryView {

        @Override
        public Set<DeviceKey> devices() {
            return Set.of();
        }

        @Override
        public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
            return history.series(device, metric, from, to);
        }

        @Override
        public StepSeries fleetSeries(FleetMeasure measure, Instant from, Instant to) {
            return history.fleetSeries(measure, from, to);
        }
    }
}
