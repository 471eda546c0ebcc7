package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.text.Reason;

/**
 * The content of an alert: sentence, value, evidence, holders.
 *
 * @param reason    what is wrong
 * @param lasting   whether the sentence may go on with how long it has been so
 * @param value     the number it is about; not a number when it is about none
 * @param threshold where the number begins to be wrong
 * @param evidence  what else is known
 * @param holders   pods it concerns
 * @param beganAt     from when on it was wrong, where that is known; null for from when it was first seen
 * @param predatesWatch   whether it may have begun before it was first seen
 * @param severity  another severity than the rule's; null for the rule's
 * @param remedy    other advice than the rule's; empty for the rule's
 */
record AlertDetails(Reason reason, boolean lasting, double value, double threshold, List<String> evidence,
        List<String> holders, @Nullable Instant beganAt, boolean predatesWatch,
        @Nullable AlertOrFindingSeverity severity, String remedy) {

    /** Returns the case of a condition that lasts for as long as it is seen. */
    static AlertDetails forOngoing(Reason reason) {
        return new AlertDetails(reason, true, Double.NaN, Double.NaN, List.of(), List.of(), null, false, null, "");
    }

    /** Returns the case of an event that happened at a moment. */
    static AlertDetails forEvent(AlertReason reason) {
        return new AlertDetails(reason, false, Double.NaN, Double.NaN, List.of(), List.of(), null, false, null, "");
    }

    AlertDetails withMeasure(double number, double limit) {
        return new AlertDetails(reason, lasting, number, limit, evidence, holders, beganAt, predatesWatch, severity,
                remedy);
    }

    AlertDetails withEvidence(List<String> facts) {
        return new AlertDetails(reason, lasting, value, threshold, facts, holders, beganAt, predatesWatch, severity,
                remedy);
    }

    AlertDetails withHolders(List<String> pods) {
        return new AlertDetails(reason, lasting, value, threshold, evidence, pods, beganAt, predatesWatch, severity,
                remedy);
    }

    AlertDetails withBeginning(@Nullable Instant when) {
        return new AlertDetails(reason, lasting, value, threshold, evidence, holders, when, predatesWatch, severity,
                remedy);
    }

    /** Returns this case as one that was there at the first reading, and may have been for long. */
    AlertDetails predatingWatch(boolean before) {
        return new AlertDetails(reason, lasting, value, threshold, evidence, holders, beganAt, before, severity,
                remedy);
    }

    AlertDetails withSeverity(@Nullable AlertOrFindingSeverity other) {
        return new AlertDetails(reason, lasting, value, threshold, evidence, holders, beganAt, predatesWatch, other,
                remedy);
    }

    AlertDetails withRemedy(String other) {
        return new AlertDetails(reason, lasting, value, threshold, evidence, holders, beganAt, predatesWatch, severity,
                other);
    }
}
