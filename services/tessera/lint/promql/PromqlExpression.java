package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A query of Prometheus, as far as rules look at it. */
public sealed interface PromqlExpression {

    /** A number. */
    record NumberLiteral(double value) implements PromqlExpression {}

    /** A text in quotes. */
    record StringLiteral(String value) implements PromqlExpression {}

    /**
     * Series at a moment.
     *
     * @param metric empty where only labels tell
     */
    record VectorSelector(String metric) implements PromqlExpression {}

    /** What something was over a time. */
    record RangeSelector(PromqlExpression of) implements PromqlExpression {}

    /** A function of its arguments. */
    record FunctionCall(String function, List<PromqlExpression> arguments) implements PromqlExpression {
        public FunctionCall {
            arguments = List.copyOf(arguments);
        }
    }

    /** Several series made fewer. */
    record AggregateExpression(String operator, List<PromqlExpression> arguments) implements PromqlExpression {
        public AggregateExpression {
            arguments = List.copyOf(arguments);
        }
    }

    /** Two sides of an operator. */
    record BinaryExpression(String operator, PromqlExpression left,
            PromqlExpression right) implements PromqlExpression {}

    /** All that it is made of, and itself. */
    default Stream<PromqlExpression> parts() {
        var parts = new ArrayList<PromqlExpression>(List.of(this));
        for (int at = 0; at < parts.size(); at++) {
            parts.addAll(parts.get(at).operands());
        }
        return parts.stream();
    }

    /** What it is made of, one level deep. */
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
