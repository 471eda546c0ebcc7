package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.HistoryView;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.ui.metrics.PrometheusArchive.ArchiveRequest;
import tessera.ui.metrics.PrometheusArchive.Came;

/**
 * How far back charts of some nodes reach: what was read here, and before that what a Prometheus remembers. Pure.
 *
 * @param own   what was read here
 * @param begin when that has begun for all of them; empty where there is nothing of any
 */
record HistoryReach(List<String> nodes, HistoryView own, Optional<Instant> begin, PrometheusArchive archive) {

    /** So many moments can be told apart in a chart. */
    private static final int MOMENTS = 720;
    /** Questions do not follow time more closely than this. */
    private static final Duration PACE = Duration.ofMinutes(5);
    /** A history that begins so soon after a frame leaves nothing to be asked for. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);
    private static final List<Duration> STEPS = List.of(StepRange.FINEST, Duration.ofMinutes(1), Duration.ofMinutes(2),
            Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(15), Duration.ofMinutes(30),
            Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(6), Duration.ofDays(1));

    /**
     * Where what is in sight comes from.
     *
     * @param past  what charts are made of
     * @param step  how far the values of what is remembered lie apart; nothing where all was read here
     * @param joint where what was read here follows what is remembered; empty where there is only one of them
     */
    record ReachSource(HistoryView past, Duration step, Optional<Instant> joint) {}

    /** What has to be asked for to fill a frame; empty where what was read here does. */
    Optional<ArchiveRequest> wanted(TimeFrame frame, Instant now) {
        if (archive.name().isEmpty() || suffices(frame)) {
            return Optional.empty();
        }
        var step = step(frame);
        var pace = step.multipliedBy(2);
        var until = end(frame, now);
        var from = floor(frame.from(), Collections.max(List.of(PACE, pace)));
        var to = begin.filter(until::equals).isPresent() ? floor(until, PACE).plus(PACE) : floor(until, pace);
        return from.isBefore(to) ? Optional.of(new ArchiveRequest(nodes, new TimeFrame(from, to), step))
                : Optional.empty();
    }

    /** How far the frame has to be filled. */
    private Instant end(TimeFrame frame, Instant now) {
        var end = frame.to().isAfter(now) ? now : frame.to();
        return joined(frame, step(frame)) ? begin.filter(end::isAfter).orElse(end) : end;
    }

    private boolean suffices(TimeFrame frame) {
        return begin.isPresent() && !begin.get().isAfter(frame.from().plus(TOLERANCE));
    }

    /** Whether both can be told as one: only at the same steps. */
    private static boolean joined(TimeFrame frame, Duration step) {
        return step.equals(StepRange.FINEST) && frame.length().compareTo(DeviceHistory.SPAN) <= 0;
    }

    private static Duration step(TimeFrame frame) {
        return STEPS.stream().filter(step -> frame.length().dividedBy(step) <= MOMENTS).findFirst()
                .orElse(STEPS.getLast());
    }

    /** A time in steps that can be told apart in a chart. */
    static StepRange span(TimeFrame frame) {
        var step = step(frame);
        return new StepRange(floor(frame.from(), step), floor(frame.to(), step), step);
    }

    private static Instant floor(Instant moment, Duration step) {
        return Instant.ofEpochMilli(Math.floorDiv(moment.toEpochMilli(), step.toMillis()) * step.toMillis());
    }

    /** What a frame shows with what has been answered so far. */
    ReachSource sight(TimeFrame frame, Instant now) {
        return suffices(frame) ? here()
                : archive.came().filter(this::tells).flatMap(came -> sight(came, frame, now))
                        .orElseGet(this::here);
    }

    private ReachSource here() {
        return new ReachSource(own, Duration.ZERO, Optional.empty());
    }

    /** Whether it is about these nodes, and says anything. */
    private boolean tells(Came came) {
        return archive.name().isPresent() && came.wanted().nodes().equals(nodes) && !came.past().devices().isEmpty();
    }

    private Optional<ReachSource> sight(Came came, TimeFrame frame, Instant now) {
        var step = came.wanted().step();
        var slack = step.multipliedBy(3);
        var known = came.wanted().frame();
        if (known.from().isAfter(frame.from().plus(slack)) || known.to().isBefore(end(frame, now).minus(slack))) {
            return Optional.empty();
        }
        if (joined(frame, step) && begin.filter(frame.to()::isAfter).isPresent()) {
            return Optional.of(new ReachSource(new JoinedPast(own, came.past(), begin.get()), step, begin));
        }
        // While a finer answer is on its way the coarser one serves.
        boolean whole = !known.to().isBefore((frame.to().isAfter(now) ? now : frame.to()).minus(slack));
        return whole ? Optional.of(new ReachSource(came.past(), step, Optional.empty())) : Optional.empty();
    }
}
