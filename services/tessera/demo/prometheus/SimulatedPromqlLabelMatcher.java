package tessera.demo.prometheus;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A condition on a label of a series.
 *
 * @param label   {@code __name__} for the metric
 * @param equal   whether it must match, or must not
 * @param pattern of the whole value
 */
record SimulatedPromqlLabelMatcher(String label, boolean equal, Pattern pattern) {

    /** The label that has the metric's name. */
    static final String NAME = "__name__";

    /** @param operator {@code =}, {@code !=}, {@code =~} or {@code !~} */
    static SimulatedPromqlLabelMatcher of(String label, String operator, String value) throws SimulatedPromqlException {
        boolean expression = operator.endsWith("~");
        try {
            return new SimulatedPromqlLabelMatcher(label, !operator.startsWith("!"),
                    Pattern.compile(expression ? value : Pattern.quote(value), Pattern.DOTALL));
        } catch (PatternSyntaxException e) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"query\": error parsing regexp: " + e.getDescription());
        }
    }

    /** Returns whether a value passes; the value of a missing label is empty. */
    boolean matchesValue(String value) {
        return pattern.matcher(value).matches() == equal;
    }

    static boolean matchesAll(List<SimulatedPromqlLabelMatcher> matchers, Map<String, String> series) {
        for (var matcher : matchers) {
            if (!matcher.matchesValue(series.getOrDefault(matcher.label(), ""))) {
                return false;
            }
        }
        return true;
    }
}
