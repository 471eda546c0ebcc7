package tessera.alerts;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is, may become or was wrong. Times are by this machine's clock.
 *
 * @param rule     the rule's id
 * @param title    the rule's title
 * @param severity usually the rule's; less where something speaks for its being meant
 * @param times    when what became of it
 * @param measure  the number it is about; null when it is about no number
 * @param sentence what is wrong, for people
 * @param evidence what else is known of it
 * @param holders  pods it concerns, as {@code namespace/name}
 * @param advice   what to do about it
 */
public record Alert(String rule, String title, Severity severity, AlertSubject subject, State state, AlertTimes times,
        @Nullable Measure measure, String sentence, List<String> evidence, List<String> holders, String advice) {

    /** What became of an alert. */
    public enum State {
        /** Wrong, and not yet for long enough. */
        PENDING,
        FIRING,
        /** Was firing when it was last known; what it is now cannot be told. */
        UNKNOWN,
        RESOLVED
    }

    /**
     * When what became of an alert.
     *
     * @param since   from when on it was wrong
     * @param fired   when it became an alert; null before
     * @param unknown from when on nothing is known of it; null when something is
     * @param ended   when it was right again; null before
     * @param earlier whether it may have been wrong for longer: it was so when it was first looked at
     */
    public record AlertTimes(Instant since, @Nullable Instant fired, @Nullable Instant unknown, @Nullable Instant ended,
            boolean earlier) {

        /** Of what began while somebody looked. */
        public AlertTimes(Instant since, @Nullable Instant fired, @Nullable Instant unknown, @Nullable Instant ended) {
            this(since, fired, unknown, ended, false);
        }
    }

    /**
     * The number an alert is about, in the unit of its rule.
     *
     * @param value     the newest that is known
     * @param threshold where it begins to be wrong
     * @param peak      the worst since it began
     */
    public record Measure(double value, double threshold, double peak) {}

    /** What tells an alert from all others, also from an earlier one about the same. */
    public record AlertKey(String rule, AlertSubject subject, Instant since) {}

    public Alert {
        evidence = List.copyOf(evidence);
        holders = List.copyOf(holders);
    }

    /** The same, more or less severe. */
    public Alert as(Severity other) {
        return new Alert(rule, title, other, subject, state, times, measure, sentence, evidence, holders, advice);
    }

    public AlertKey key() {
        return new AlertKey(rule, subject, times.since());
    }

    /** Whether it counts now: what is not known to be over does. */
    public boolean active() {
        return state == State.FIRING || state == State.UNKNOWN;
    }
}
