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
import tessera.gpu.GpuDevice;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetMetric;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;
import tessera.ui.kit.MeasuredNumberFormatter;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;

/**
 * Metrics of some devices over the last hour as charts, with reasons for those that are missing.
 *
 * @param chart   with a panel for each quantity of which there is anything
 * @param missingReason why there is nothing at all; empty where there is something
 * @param notes what is not measured of all of them, and why
 */
public record DeviceLastHourCharts(MetricsScreenCharts chart, String missingReason, List<String> notes) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceLastHourCharts.class);

    public DeviceLastHourCharts {
        notes = List.copyOf(notes);
    }

    /** Returns an hour without charts. */
    public static DeviceLastHourCharts none(String reason) {
        return new DeviceLastHourCharts(
                MetricsScreenCharts.empty(new ChartTimeFrame(Instant.EPOCH, Instant.EPOCH.plusSeconds(1))), reason,
                List.of());
    }

    /**
     * Returns the hour of devices of one node, at least one, or of instances of them.
     *
     * @param rules whose thresholds are drawn
     */
    public static DeviceLastHourCharts of(ReadableMetricHistory history, AlertRules rules, List<GpuDevice> devices,
            FleetReadings readings, Instant now) {
        var node = devices.getFirst().node().name();
        var frame = ChartTimeFrame.endingAt(now, ChartTimeSpan.HOUR.length());
        var query = new MetricsScreenInput(ChartedDevices.ofNodes(List.of(node)), ChartTimeSpan.HOUR, Optional.empty(),
                now, PrometheusHistoryQueryState.ofStatus(new PrometheusDiscoveryStatus.PrometheusSearching()), false);
        var whole = new MetricChartBuilder(new FilteredDeviceHistory(history),
                List.of(new ChartedDeviceRoster.ChartedNodeDevices(node, devices, readings.readingsOf(node))),
                query.selection(), rules, Duration.ZERO).createChart(frame, query);
        var shown = new ArrayList<MetricChartState>();
        var remarks = new ArrayList<String>();
        for (var panel : whole.panels()) {
            if (panel.series().stream().allMatch(FixedStepSeries::isEmpty)) {
                remarks.add(panel.measure().title() + ": "
                        + (panel.measure() instanceof ChartedGpuMetric gpuMetric
                                ? missingReason(devices, gpuMetric.metric())
                                : MESSAGES.text("hour.nothing")));
            } else {
                shown.add(panel);
            }
        }
        if (shown.isEmpty()) {
            return new DeviceLastHourCharts(MetricsScreenCharts.empty(frame),
                    MESSAGES.text("hour.none", missingReason(devices, DeviceMetric.UTILISATION)), List.of());
        }
        return new DeviceLastHourCharts(new MetricsScreenCharts(frame, false, whole.historyStart(), whole.lines(),
                shown, whole.gaps(), whole.longestStep(), whole.omittedLines(), whole.startText()), "", remarks);
    }

    private static String missingReason(List<GpuDevice> devices, DeviceMetric deviceMetric) {
        var reasons = devices.stream().map(device -> device.reading(deviceMetric))
                .map(MeasuredNumberFormatter::missingReason).filter(text -> !text.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        boolean some = devices.stream()
                .anyMatch(device -> device.reading(deviceMetric) instanceof MetricReading.MeasuredMetricReading);
        return reasons.isEmpty() || some ? MESSAGES.text("hour.notRecorded") : String.join(", ", reasons);
    }

    /** A history that knows only the devices that it is asked for. */
    private record FilteredDeviceHistory(ReadableMetricHistory history) implements ReadableMetricHistory {

        @Override
        public Set<DeviceSeriesKey> devices() {
            return Set.of();
        }

        @Override
        public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
            return history.series(device, deviceMetric, from, to);
        }

        @Override
        public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
            return history.fleetSeries(measure, from, to);
        }
    }
}
