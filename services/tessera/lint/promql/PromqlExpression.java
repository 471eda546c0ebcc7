package tessera.lint.promql;

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
        var inner = switch (this) {
            case Constant _,Text _,Selector _ -> Stream.<PromqlExpression>empty();
            case Range(var of) -> of.parts();
            case Call(_, var arguments) -> arguments.stream().flatMap(PromqlExpression::parts);
            case Aggregation(_, var arguments) -> arguments.stream().flatMap(PromqlExpression::parts);
            case Binary(_, var left, var right) -> Stream.concat(left.parts(), right.parts());
        };
        return Stream.concat(Stream.of(this), inner);
    }
}
