package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.Alert.State;
import tessera.alerts.AlertLimit.Comparison;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertSubject;

/** One alert while it comes, lasts and goes. One thread. */
final class AlertTrack {

    /** Nobody looked for so long: what happened meanwhile is not known. Beyond any interval between readings. */
    private static final Duration UNSEEN = Duration.ofMinutes(6);

    private final AlertRule rule;
    private final AlertSubject subject;
    private AlertCase latest;
    private Instant since;
    private Instant known;
    private @Nullable Instant fired;
    private @Nullable Instant unknown;
    private double peak;
    private long round;

    AlertTrack(AlertRule rule, AlertSubject subject, Instant at, AlertCase first) {
        this.rule = rule;
        this.subject = subject;
        latest = first;
        since = first.began() != null && first.began().isBefore(at) ? first.began() : at;
        known = at;
        peak = first.value();
    }

    /** It is wrong, or nearly so while it is on. Time in which nothing was known does not count as wrong. */
    void seen(Instant at, AlertCase seen) {
        var gap = Duration.between(known, at);
        if (fired == null && (unknown != null || gap.compareTo(UNSEEN) > 0)) {
            since = since.plus(gap);
        }
        unknown = null;
        known = at;
        latest = seen;
        peak = worse(peak, seen.value());
    }

    /** It is wrong as the rule is now. */
    void ripen(AlertRule current) {
        if (fired == null && Duration.between(since, known).compareTo(current.patience()) >= 0) {
            fired = known;
        }
    }

    void lost() {
        if (unknown == null) {
            unknown = known;
        }
    }

    void touched(long inRound) {
        round = inRound;
    }

    boolean untouched(long inRound) {
        return round != inRound;
    }

    boolean hasFired() {
        return fired != null;
    }

    /** Whether nothing was known of it for longer than this. */
    boolean unknownFor(Duration duration, Instant now) {
        return unknown != null && Duration.between(unknown, now).compareTo(duration) > 0;
    }

    AlertRule rule() {
        return rule;
    }

    AlertSubject subject() {
        return subject;
    }

    Alert alert(@Nullable Instant ended) {
        var state = ended != null ? State.RESOLVED
                : fired == null ? State.PENDING : unknown != null ? State.UNKNOWN : State.FIRING;
        var measure = Double.isNaN(latest.value()) ? null
                : new Alert.Measure(latest.value(), latest.threshold(), peak);
        var lasted = Duration.between(since, known);
        return new Alert(rule.id(), rule.title(), latest.severity() == null ? rule.severity() : latest.severity(),
                subject, state,
                new Alert.AlertTimes(since, fired, ended == null ? unknown : null, ended, latest.earlier()),
                measure,
                latest.lasting() ? latest.sentence() + AlertText.lasting(lasted) : latest.sentence(), latest.evidence(),
                latest.holders(), latest.advice().isEmpty() ? rule.advice() : latest.advice());
    }

    private double worse(double one, double other) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return Double.isNaN(one) ? other : one;
        }
        var limit = rule.limit();
        return limit != null && limit.comparison() == Comparison.BELOW ? Math.min(one, other) : Math.max(one, other);
    }
}
