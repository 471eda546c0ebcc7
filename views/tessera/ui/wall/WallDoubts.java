package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.metrics.prometheus.answer.StepRange;

/**
 * Questions to a Prometheus whose answers may be less than it could tell: of a GPU that is measured and that was there then it
 * remembered nothing, as one does that has yet to find all exporters. They are asked again less and less often, for an hour. One
 * thread at a time.
 */
final class WallDoubts {

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Map<StepRange, Doubt> doubts = new LinkedHashMap<>();

    /**
     * One question that was answered.
     *
     * @param remembered of how many GPUs of each node
     * @param since      when it was answered first
     */
    private record Doubt(Map<String, Integer> remembered, Instant since, Instant due, Duration pause) {}

    /** Keeps what was remembered of a time. */
    void note(StepRange span, Map<String, Integer> remembered, Instant now) {
        var before = doubts.get(span);
        var since = before == null ? now : before.since();
        var pause = before == null ? FIRST : before.pause().multipliedBy(2);
        doubts.put(span, new Doubt(remembered, since, now.plus(pause), pause));
        doubts.values().removeIf(doubt -> doubt.since().plus(PATIENCE).isBefore(now));
    }

    /** What to ask again now. */
    Optional<StepRange> due(KnownGpus roster, Instant now) {
        doubts.values().removeIf(doubt -> doubt.since().plus(PATIENCE).isBefore(now));
        return doubts.entrySet().stream().filter(each -> !each.getValue().due().isAfter(now))
                .filter(each -> roster.outnumbers(each.getValue().remembered(), each.getKey().end()))
                .map(Map.Entry::getKey).findFirst();
    }
}
