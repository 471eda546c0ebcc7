package tessera.ui.metrics;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is asked of the Metrics screen.
 *
 * @param nodes whose devices are shown; empty for the one that is busiest
 * @param span up to now
 * @param zoom another time in place of that
 * @param archive what is remembered elsewhere
 */
record MetricsQuery(List<String> nodes, Span span, Optional<Frame> zoom, Instant now, Archive archive) {
    MetricsQuery {
        nodes = List.copyOf(nodes);
    }
}
