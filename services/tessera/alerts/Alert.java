package tessera.alerts;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.text.Reason;

/**
 * An alert that is pending, firing or over. Times are by this machine's clock.
 *
 * @param ruleId     the rule's id
 * @param title    the rule's title
 * @param severity usually the rule's; less where something speaks for its being meant
 * @param times    when what became of it
 * @param measure  the number it is about; null when it is about no number
 * @param reason   what is wrong
 * @param evidence what else is known of it
 * @param holders  pods it concerns, as {@code namespace/name}
 * @param remedy   what to do about it
 */
public record Alert(String ruleId, String title, AlertOrFindingSeverity severity, AlertSubject subject,
        AlertState state, AlertTimes times, @Nullable AlertValue measure, Reason reason, List<String> evidence,
        List<String> holders, String remedy) {

    /** The state of an alert. */
    public enum AlertState {
        /** Wrong, and not yet for long enough. */
        PENDING,
        FIRING,
        /** Was firing when it was last known; what it is now cannot be told. */
        UNKNOWN,
        RESOLVED
    }

    /**
     * The times of an alert's state changes.
     *
     * @param since   from when on it was wrong
     * @param firedAt   when it became an alert; null before
     * @param unknownSince from when on nothing is known of it; null when something is
     * @param endedAt   when it was right again; null before
     * @param predatesWatch whether it may have been wrong for longer: it was so when it was first looked at
     */
    public record AlertTimes(Instant since, @Nullable Instant firedAt, @Nullable Instant unknownSince,
            @Nullable Instant endedAt, boolean predatesWatch) {

        /** Of what began while somebody looked. */
        public AlertTimes(Instant since, @Nullable Instant fired, @Nullable Instant unknown, @Nullable Instant ended) {
            this(since, fired, unknown, ended, false);
        }
    }

    /**
     * The value an alert is about, in the unit of its rule.
     *
     * @param value     the newest that is known
     * @param threshold where it begins to be wrong
     * @param peak      the worst since it began
     */
    public record AlertValue(double value, double threshold, double peak) {}

    /** Identity of an alert, also distinct from an earlier one of the same rule and subject. */
    public record AlertKey(String ruleId, AlertSubject subject, Instant since) {}

    public Alert {
        evidence = List.copyOf(evidence);
        holders = List.copyOf(holders);
    }

    /** Returns the same alert with another severity. */
    public Alert withSeverity(AlertOrFindingSeverity other) {
        return new Alert(ruleId, title, other, subject, state, times, measure, reason, evidence, holders, remedy);
    }

    /** Returns what is wrong, for people. */
    public String sentence() {
        return reason.text();
    }

    public AlertKey key() {
        return new AlertKey(ruleId, subject, times.since());
    }

    /** Returns whether the alert counts now: one that is not known to be over does. */
    public boolean isActive() {
        return state == AlertState.FIRING || state == AlertState.UNKNOWN;
    }
}
