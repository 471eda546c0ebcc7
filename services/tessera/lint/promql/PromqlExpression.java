package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A Prometheus query, as far as rules examine it. */
public sealed interface PromqlExpression {

    /** A number. */
    record NumberLiteral(double value) implements PromqlExpression {}

    /** A text in quotes. */
    record StringLiteral(String value) implements PromqlExpression {}

    /**
     * A selector of series at an instant.
     *
     * @param metric empty where only labels tell
     */
    record VectorSelector(String metric) implements PromqlExpression {}

    /** An expression over a range of time. */
    record RangeSelector(PromqlExpression expression) implements PromqlExpression {}

    /** A call of a function. */
    record FunctionCall(String function, List<PromqlExpression> arguments) implements PromqlExpression {
        public FunctionCall {
            arguments = List.copyOf(arguments);
        }
    }

    /** An aggregation of several series. */
    record AggregateExpression(String operator, List<PromqlExpression> arguments) implements PromqlExpression {
        public AggregateExpression {
            arguments = List.copyOf(arguments);
        }
    }

    /** A binary operator with its two sides. */
    record BinaryExpression(String operator, PromqlExpression left,
            PromqlExpression right) implements PromqlExpression {}

    /** Returns the expression and all its descendants. */
    default Stream<PromqlExpression> parts() {
        var parts = new ArrayList<PromqlExpression>(List.of(this));
        for (int at = 0; at < parts.size(); at++) {
            parts.addAll(parts.get(at).operands());
        }
        return parts.stream();
    }

    /** Returns its direct operands. */
    private List<PromqlExpression> operands() {
        return switch (this) {
            case NumberLiteral _,StringLiteral _,VectorSelector _ -> List.of();
            case RangeSelector(var of) -> List.of(of);
            case FunctionCall(_, var arguments) -> arguments;
            case AggregateExpression(_, var arguments) -> arguments;
            case BinaryExpression(_, var left, var right) -> List.of(left, right);
        };
    }
}
