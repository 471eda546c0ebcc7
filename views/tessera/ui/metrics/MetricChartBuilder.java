package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRules;
import tessera.gpu.GpuDevice;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.text.MessageCatalog;
import tessera.ui.metrics.ChartedDeviceRoster.ChartedNodeDevices;

/** Builds charts from the history of some nodes. One thread, once. */
final class MetricChartBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MetricChartBuilder.class);
    private static final int MOST_LINES = 64;

    private final ReadableMetricHistory history;
    private final AlertRules rules;
    private final ChartedDeviceRoster roster;
    private final Duration maxGap;
    private final Duration step;

    /**
     * @param chartedDevices which devices of these nodes
     * @param rules  whose thresholds are drawn
     * @param step   how far values lie apart at least; nothing where they are as close as they were read
     */
    MetricChartBuilder(ReadableMetricHistory history, List<ChartedNodeDevices> nodes, ChartedDevices chartedDevices,
            AlertRules rules, Duration step) {
        this.history = history;
        this.rules = rules;
        roster = new ChartedDeviceRoster(nodes, history.devices(), chartedDevices);
        this.step = step;
        // As long as readings count as fresh.
        var usual = nodes.stream().map(ChartedNodeDevices::scrapeInterval).max(Comparator.naturalOrder())
                .orElse(ChartedDeviceRoster.USUAL);
        maxGap = Collections.max(List.of(step, usual)).multipliedBy(2);
    }

    /** Returns the devices that are charted. */
    ChartedDeviceRoster roster() {
        return roster;
    }

    /** Returns the nodes that have lines in the charts. */
    List<String> drawnNodes() {
        return roster.devices().stream().limit(MOST_LINES).map(rosterDevice -> rosterDevice.key().node()).distinct()
                .toList();
    }

    MetricsScreenCharts createChart(ChartTimeFrame frame, MetricsScreenInput query) {
        var keys = roster.devices();
        var drawn = keys.subList(0, Math.min(MOST_LINES, keys.size()));
        if (drawn.isEmpty()) {
            return MetricsScreenCharts.empty(frame);
        }
        var lines = roster.linesOf(drawn);
        var begin = historyStart(drawn, keptFrame(frame, query.now()));
        var panels = new ArrayList<MetricChartState>();
        for (var gpuMetric : ChartedGpuMetric.ALL) {
            var series = drawn.stream()
                    .map(device -> history.series(device.key(), gpuMetric.metric(), frame.from(), frame.to())).toList();
            panels.add(new GpuMetricChartBuilder(gpuMetric, devicesOf(drawn), rules).createPanel(series));
        }
        var from = begin.filter(moment -> moment.isAfter(frame.from())).orElse(frame.from());
        var to = frame.to().isAfter(query.now()) ? query.now() : frame.to();
        var gaps = begin.isEmpty() || !from.isBefore(to) ? List.<MeasurementGap>of()
                : MeasurementGap.gapsOf(panels.stream().flatMap(panel -> panel.series().stream()).toList(), maxGap,
                        from, to);
        return new MetricsScreenCharts(frame, query.zoom().isPresent(), begin, lines, panels, gaps, maxGap,
                keys.size() - lines.size(), startText(query.queryState()));
    }

    private String startText(PrometheusHistoryQueryState queryState) {
        if (queryState.isAwaiting()) {
            return MESSAGES.text("history.asking",
                    queryState.name().orElse(MESSAGES.text("prometheus")).replace("%", "%%"));
        }
        return step.isZero() ? MetricsScreenCharts.growsText() : MESSAGES.text("history.none");
    }

    private static List<GpuDevice> devicesOf(List<ChartedDeviceRoster.RosterDevice> drawn) {
        return drawn.stream().map(ChartedDeviceRoster.RosterDevice::device).filter(device -> device != null).toList();
    }

    /** Returns the time of the first kept measurement of the nodes; empty where there is none. */
    Optional<Instant> historyStart(Instant now) {
        return historyStart(roster.devices(), ChartTimeFrame.endingAt(now, FleetDeviceMetricHistory.SPAN));
    }

    /** Returns the frame of the local history, or from the start of the shown one if that is earlier. */
    private static ChartTimeFrame keptFrame(ChartTimeFrame frame, Instant now) {
        var timeFrame = ChartTimeFrame.endingAt(now, FleetDeviceMetricHistory.SPAN);
        return frame.from().isBefore(timeFrame.from()) ? new ChartTimeFrame(frame.from(), timeFrame.to()) : timeFrame;
    }

    private Optional<Instant> historyStart(List<ChartedDeviceRoster.RosterDevice> devices, ChartTimeFrame whole) {
        Instant first = null;
        for (var device : devices) {
            for (var gpuMetric : ChartedGpuMetric.ALL) {
                var series = history.series(device.key(), gpuMetric.metric(), whole.from(), whole.to());
                var at = firstMeasured(series);
                first = at != null && (first == null || at.isBefore(first)) ? at : first;
            }
        }
        return Optional.ofNullable(first);
    }

    private static @Nullable Instant firstMeasured(FixedStepSeries series) {
        for (int i = 0; i < series.size(); i++) {
            if (!Float.isNaN(series.valueAt(i))) {
                return series.timeAt(i);
            }
        }
        return null;
    }

    /** All charts over one time axis. */
    record MetricsScreenCharts(ChartTimeFrame frame, boolean zoomed, Optional<Instant> historyStart,
            List<MetricChartLine> lines, List<MetricChartState> panels, List<MeasurementGap> gaps, Duration longestStep,
            int omittedLines, String startText) {

        MetricsScreenCharts {
            lines = List.copyOf(lines);
            panels = List.copyOf(panels);
            gaps = List.copyOf(gaps);
        }

        static MetricsScreenCharts empty(ChartTimeFrame frame) {
            return new MetricsScreenCharts(frame, false, Optional.empty(), List.of(), List.of(), List.of(),
                    Duration.ZERO, 0, growsText());
        }

        /** Returns what is said where the history begins; takes the time. */
        static String growsText() {
            return MESSAGES.text("history.grows");
        }

        /** Returns the part of the charts in another time, until there is an answer for that. */
        MetricsScreenCharts inFrame(ChartTimeFrame other, boolean chosen) {
            return new MetricsScreenCharts(other, chosen, historyStart, lines,
                    panels.stream().map(panel -> panel.inFrame(other)).toList(), gaps, longestStep, omittedLines,
                    startText);
        }

        /** Returns whether the start of the history is in sight and has to be explained. */
        boolean startsInSight() {
            return historyStart.filter(moment -> moment.isAfter(frame.from().plus(longestStep))).isPresent();
        }
    }
}
