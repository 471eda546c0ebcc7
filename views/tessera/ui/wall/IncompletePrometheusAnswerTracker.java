package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.metrics.prometheus.answer.QueryTimeRange;

/**
 * Prometheus answers that may be incomplete: they lack a GPU that is measured and existed then, as while Prometheus has yet to find all exporters. They are asked again less and less often, for an hour. One
 * thread at a time.
 */
final class IncompletePrometheusAnswerTracker {

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Map<QueryTimeRange, PrometheusRequestToRepeat> repeatsByRange = new LinkedHashMap<>();

    /**
     * Answered request that is to be repeated.
     *
     * @param gpusByNode of how many GPUs of each node
     * @param since      when it was answered first
     */
    private record PrometheusRequestToRepeat(Map<String, Integer> gpusByNode, Instant since, Instant dueAt,
            Duration pause) {}

    /** Records the answer for a time. */
    void recordAnswer(QueryTimeRange timeRange, Map<String, Integer> remembered, Instant now) {
        var before = repeatsByRange.get(timeRange);
        var since = before == null ? now : before.since();
        var pause = before == null ? FIRST : before.pause().multipliedBy(2);
        repeatsByRange.put(timeRange, new PrometheusRequestToRepeat(remembered, since, now.plus(pause), pause));
        repeatsByRange.values().removeIf(doubt -> doubt.since().plus(PATIENCE).isBefore(now));
    }

    /** Returns the span to request again now. */
    Optional<QueryTimeRange> nextDue(KnownNodeGpuCounts nodeGpuCounts, Instant now) {
        repeatsByRange.values().removeIf(doubt -> doubt.since().plus(PATIENCE).isBefore(now));
        return repeatsByRange.entrySet().stream().filter(each -> !each.getValue().dueAt().isAfter(now))
                .filter(each -> nodeGpuCounts.outnumbers(each.getValue().gpusByNode(), each.getKey().end()))
                .map(Map.Entry::getKey).findFirst();
    }
}
