package tessera.ui.metrics;

import java.time.Instant;
import java.util.Optional;

/**
 * The query of the Metrics screen.
 *
 * @param selection what is to be charted; nothing for the node that is busiest
 * @param span      up to now
 * @param zoom      another time in place of that
 * @param queryState   what is remembered elsewhere
 * @param offering  whether somebody wants to choose
 */
record MetricsScreenInput(ChartedDevices selection, ChartTimeSpan span, Optional<ChartTimeFrame> zoom, Instant now,
        PrometheusHistoryQueryState queryState, boolean offering) {}
