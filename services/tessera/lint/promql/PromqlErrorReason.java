package tessera.lint.promql;

import java.util.Optional;
import tessera.text.Reason;

/** Why Prometheus does not parse a query. */
public sealed interface PromqlErrorReason extends Reason {

    /** Limits of the number of arguments of a function. */
    enum ArgumentBound {
        EXACTLY,
        AT_LEAST,
        AT_MOST
    }

    record EmptyQuery() implements PromqlErrorReason {}

    record ExpectedQueryEnd() implements PromqlErrorReason {}

    record TooManyOperators() implements PromqlErrorReason {}

    record GroupWithoutMatching() implements PromqlErrorReason {}

    record TooDeepQuery() implements PromqlErrorReason {}

    record ExpectedInstant() implements PromqlErrorReason {}

    record UnclosedQueryPart(String part) implements PromqlErrorReason {}

    record EmptyRange() implements PromqlErrorReason {}

    record RangeWithoutSelector() implements PromqlErrorReason {}

    record ExpectedOperand() implements PromqlErrorReason {}

    record UnclosedLabelList() implements PromqlErrorReason {}

    record ExpectedLabelName() implements PromqlErrorReason {}

    record ExpectedAfterLabel() implements PromqlErrorReason {}

    record WrongArgumentCount(String function, ArgumentBound bound, int count,
            int actual) implements PromqlErrorReason {}

    record ExpectedArgumentEnd(String function) implements PromqlErrorReason {}

    record InstantVectorRequired(String function) implements PromqlErrorReason {}

    record ExpectedEither(String first, String second) implements PromqlErrorReason {}

    record UnselectiveSelector(String selector) implements PromqlErrorReason {}

    record ExpectedLabelMatcher(String label) implements PromqlErrorReason {}

    record UnquotedLabelValue(String label) implements PromqlErrorReason {}

    record InvalidLabelRegex(String value, Reason problem) implements PromqlErrorReason {}

    record MetricNamedTwice(String metric, String other) implements PromqlErrorReason {}

    record UnclosedString(String literal) implements PromqlErrorReason {}

    record InvalidQueryNumber(String literal) implements PromqlErrorReason {}

    record UnexpectedQueryCharacter(String character) implements PromqlErrorReason {}

    record ExpectedAfter(String expected, String predecessor) implements PromqlErrorReason {}

    record UnknownEscape(String escape) implements PromqlErrorReason {}

    record UnexpectedToken(String token, Reason expectation) implements PromqlErrorReason {}

    record SetOperandNotSeries(String operator) implements PromqlErrorReason {}

    record GroupingNotAllowed(String operator) implements PromqlErrorReason {}

    record BoolWithoutComparison(String operator) implements PromqlErrorReason {}

    record ScalarComparison(String operator) implements PromqlErrorReason {}

    record MatchingWithoutSeries() implements PromqlErrorReason {}

    record StringOperand(String operator) implements PromqlErrorReason {}

    record AggregatedType(String operator, PromqlType type) implements PromqlErrorReason {}

    record FirstParameterType(String operator, PromqlType type) implements PromqlErrorReason {}

    record UnknownQueryFunction(String name, Optional<String> similar) implements PromqlErrorReason {}

    record RangeVectorRequired(String function) implements PromqlErrorReason {}

    record RangeVectorRefused(String function) implements PromqlErrorReason {}

    record ArgumentType(String function, PromqlType expected, PromqlType actual) implements PromqlErrorReason {}
}
