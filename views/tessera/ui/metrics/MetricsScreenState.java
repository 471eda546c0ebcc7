package tessera.ui.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.metrics.MetricChartBuilder.MetricsScreenCharts;
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
        ChartedDevices shownSelection, ChartedDevicesCaption caption, List<DevicePickerChoice> choices,
        MetricsScreenCharts chart, MetricChartSourceDescription origin, Optional<HistoryQueryRequest> archiveRequest) {

    /** Returns a state with nothing but a notice. */
    static MetricsScreenState ofNotice(EmptyScreenNotice notice, ChartTimeFrame frame,
            PrometheusHistoryQueryState queryState) {
        return new MetricsScreenState(Optional.of(notice), ChartedDevices.NONE, ChartedDevices.NONE,
                ChartedDevicesCaption.NONE, List.of(), MetricsScreenCharts.empty(frame),
                new MetricChartSourceDescription(queryState, Duration.ZERO, Optional.empty()), Optional.empty());
    }

    MetricsScreenState {
        choices = List.copyOf(choices);
    }
}
