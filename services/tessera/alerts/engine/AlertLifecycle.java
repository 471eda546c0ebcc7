package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertSubject;
import tessera.alerts.AlertThreshold.ThresholdComparison;
import tessera.text.OptionalText;

/** The life of one alert: pending, firing, unknown, over. One thread. */
final class AlertLifecycle {

    /** Nobody looked for so long: what happened meanwhile is not known. Beyond any interval between readings. */
    private static final Duration UNSEEN = Duration.ofMinutes(6);

    private final AlertRule rule;
    private final AlertSubject subject;
    private AlertDetails latest;
    private Instant since;
    private Instant lastSeenAt;
    private @Nullable Instant fired;
    private @Nullable Instant unknown;
    private double peak;
    private long lastRound;

    AlertLifecycle(AlertRule rule, AlertSubject subject, Instant at, AlertDetails first) {
        this.rule = rule;
        this.subject = subject;
        latest = first;
        since = first.beganAt() != null && first.beganAt().isBefore(at) ? first.beganAt() : at;
        lastSeenAt = at;
        peak = first.value();
    }

    /** Records a violation, or while firing a value that is not yet clear. Time in which nothing was known does not count as wrong. */
    void recordViolation(Instant at, AlertDetails details) {
        var gap = Duration.between(lastSeenAt, at);
        if (fired == null && (unknown != null || gap.compareTo(UNSEEN) > 0)) {
            since = since.plus(gap);
        }
        unknown = null;
        lastSeenAt = at;
        latest = details;
        peak = worseOf(peak, details.value());
    }

    /** Fires the alert if it has been pending for as long as the current rule requires. */
    void fireIfDue(AlertRule current) {
        if (fired == null && Duration.between(since, lastSeenAt).compareTo(current.pendingFor()) >= 0) {
            fired = lastSeenAt;
        }
    }

    void markUnknown() {
        if (unknown == null) {
            unknown = lastSeenAt;
        }
    }

    void markTouched(long inRound) {
        lastRound = inRound;
    }

    boolean isUntouched(long inRound) {
        return lastRound != inRound;
    }

    boolean hasFired() {
        return fired != null;
    }

    /** Returns whether the state has been unknown for longer than a duration. */
    boolean isUnknownFor(Duration duration, Instant now) {
        return unknown != null && Duration.between(unknown, now).compareTo(duration) > 0;
    }

    AlertRule rule() {
        return rule;
    }

    AlertSubject subject() {
        return subject;
    }

    private Alert.@Nullable AlertValue alertValue() {
        return Double.isNaN(latest.value()) ? null : new Alert.AlertValue(latest.value(), latest.threshold(), peak);
    }

    Alert toAlert(@Nullable Instant endTime) {
        AlertState state;
        if (endTime != null) {
            state = AlertState.RESOLVED;
        } else if (fired == null) {
            state = AlertState.PENDING;
        } else if (unknown != null) {
            state = AlertState.UNKNOWN;
        } else {
            state = AlertState.FIRING;
        }
        var lasted = Duration.between(since, lastSeenAt);
        return new Alert(rule.id(), rule.title(), Objects.requireNonNullElse(latest.severity(), rule.severity()),
                subject, state,
                new Alert.AlertTimes(since, fired, endTime == null ? unknown : null, endTime, latest.predatesWatch()),
                alertValue(),
                latest.lasting() ? AlertTextWriter.lastingReason(latest.reason(), lasted) : latest.reason(),
                latest.evidence(), latest.holders(), OptionalText.orElse(latest.remedy(), rule.remedy()));
    }

    private double worseOf(double one, double other) {
        if (Double.isNaN(one) || Double.isNaN(other)) {
            return Double.isNaN(one) ? other : one;
        }
        var limit = rule.limit();
        if (limit != null && limit.comparison() == ThresholdComparison.BELOW) {
            return Math.min(one, other);
        }
        return Math.max(one, other);
    }
}
