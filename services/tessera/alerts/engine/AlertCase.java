package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Severity;

/**
 * What is to be said of something that is wrong.
 *
 * @param sentence  what is wrong
 * @param lasting   whether the sentence may go on with how long it has been so
 * @param value     the number it is about; not a number when it is about none
 * @param threshold where the number begins to be wrong
 * @param evidence  what else is known
 * @param holders   pods it concerns
 * @param began     from when on it was wrong, where that is known; null for from when it was first seen
 * @param earlier   whether it may have begun before it was first seen
 * @param severity  another severity than the rule's; null for the rule's
 * @param advice    other advice than the rule's; empty for the rule's
 */
record AlertCase(String sentence, boolean lasting, double value, double threshold, List<String> evidence,
        List<String> holders, @Nullable Instant began, boolean earlier, @Nullable Severity severity, String advice) {

    /** Something that goes on for as long as it is seen. */
    static AlertCase lasting(String sentence) {
        return new AlertCase(sentence, true, Double.NaN, Double.NaN, List.of(), List.of(), null, false, null, "");
    }

    /** Something that happened. */
    static AlertCase event(String sentence) {
        return new AlertCase(sentence, false, Double.NaN, Double.NaN, List.of(), List.of(), null, false, null, "");
    }

    AlertCase measured(double number, double limit) {
        return new AlertCase(sentence, lasting, number, limit, evidence, holders, began, earlier, severity, advice);
    }

    AlertCase evidence(List<String> facts) {
        return new AlertCase(sentence, lasting, value, threshold, facts, holders, began, earlier, severity, advice);
    }

    AlertCase holders(List<String> pods) {
        return new AlertCase(sentence, lasting, value, threshold, evidence, pods, began, earlier, severity, advice);
    }

    AlertCase began(@Nullable Instant when) {
        return new AlertCase(sentence, lasting, value, threshold, evidence, holders, when, earlier, severity, advice);
    }

    /** It was there when it was first looked at, and may have been for long. */
    AlertCase earlier(boolean before) {
        return new AlertCase(sentence, lasting, value, threshold, evidence, holders, began, before, severity, advice);
    }

    AlertCase severity(@Nullable Severity other) {
        return new AlertCase(sentence, lasting, value, threshold, evidence, holders, began, earlier, other, advice);
    }

    AlertCase advice(String other) {
        return new AlertCase(sentence, lasting, value, threshold, evidence, holders, began, earlier, severity, other);
    }
}
