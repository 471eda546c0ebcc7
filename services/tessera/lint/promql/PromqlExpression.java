package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A query of Prometheus, as far as rules look at it. */
public sealed interface PromqlExpression {

    /** A number. */
    record Constant(double value) implements PromqlExpression {}

    /** A text in quotes. */
    record Text(String value) implements PromqlExpression {}

    /**
     * Series at a moment.
     *
     * @param metric empty where only labels tell
     */
    record Selector(String metric) implements PromqlExpression {}

    /** What something was over a time. */
    record Range(PromqlExpression of) implements PromqlExpression {}

    /** A function of its arguments. */
    record Call(String function, List<PromqlExpression> arguments) implements PromqlExpression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Several series made fewer. */
    record Aggregation(String operator, List<PromqlExpression> arguments) implements PromqlExpression {
        public Aggregation {
            arguments = List.copyOf(arguments);
        }
    }

    /** Two sides of an operator. */
    record Binary(String operator, PromqlExpression left, PromqlExpression right) implements PromqlExpression {}

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
            case Constant _,Text _,Selector _ -> List.of();
            case Range(var of) -> List.of(of);
            case Call(_, var arguments) -> arguments;
            case Aggregation(_, var arguments) -> arguments;
            case Binary(_, var left, var right) -> List.of(left, right);
        };
    }
}
