package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.metrics.ChartableDeviceFinder.DevicePickerChoice;
import tessera.ui.metrics.PrometheusHistoryQueryState.HistoryQueryRequest;

/**
 * State of the Metrics screen.
 *
 * @param notice  what is said in place of the charts; empty while there are any
 * @param requestedSelection   what was to be charted
 * @param shownSelection   what is charted
 * @param caption what that is called
 * @param choices  to choose from; empty while nobody wants to
 * @param chart   what is drawn
 * @param origin  where that comes from
 * @param archiveRequest  what has to be asked for to fill the time in sight; empty where nothing has
 */
record MetricsScreenState(Optional<EmptyScreenNotice> notice, ChartedDevices requestedSelection,
        ChartedDevices shownSelection,
        ChartedDevicesCaption caption,
        List<DevicePickerChoice> choices,
        MetricsScreenCharts chart,
        MetricChartSourceDescription origin, Optional<HistoryQueryRequest> archiveRequest) {

    /** All charts over one time axis. */
    record MetricsScreenCharts(ChartTimeFrame frame, boolean zoomed, Optional<Instant> historyStart,
            List<MetricChartLine> lines,
            List<MetricChartState> panels,
            List<MeasurementGap> gaps, Duration longestStep, int omittedLines, String startText) {

        /** What is said where the history begins; takes the time. */
        static final String GROWS = "History begins %s; it grows while this window is open";

        MetricsScreenCharts {
            lines = List.copyOf(lines);
            panels = List.copyOf(panels);
            gaps = List.copyOf(gaps);
        }

        static MetricsScreenCharts empty(ChartTimeFrame frame) {
            return new MetricsScreenCharts(frame, false, Optional.empty(), List.of(), List.of(), List.of(),
                    Duration.ZERO, 0,
                    GROWS);
        }

        /** Returns the part of the charts in another time, until there is an answer for that. */
        MetricsScreenCharts inFrame(ChartTimeFrame other, boolean chosen) {
            return new MetricsScreenCharts(other, chosen, historyStart, lines,
                    panels.stream().map(panel -> panel.inFrame(other)).toList(),
                    gaps,
                    longestStep, omittedLines, startText);
        }

        /** Returns whether the start of the history is in sight and has to be explained. */
        boolean startsInSight() {
            return historyStart.filter(moment -> moment.isAfter(frame.from().plus(longestStep))).isPresent();
        }
    }

    /** Returns a state with nothing but a notice. */
    static MetricsScreenState ofNotice(EmptyScreenNotice notice, ChartTimeFrame frame,
            PrometheusHistoryQueryState queryState) {
        return new MetricsScreenState(Optional.of(notice), ChartedDevices.NONE, ChartedDevices.NONE,
                ChartedDevicesCaption.NONE,
                List.of(),
                MetricsScreenCharts.empty(frame),
                new MetricChartSourceDescription(queryState, Duration.ZERO, Optional.empty()), Optional.empty());
    }

    MetricsScreenState {
        choices = List.copyOf(choices);
    }
}
