package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query, understood. */
public sealed interface Expression {

    /** A number. */
    record Constant(double value) implements Expression {}

    /** Series at a moment. */
    record Selector(List<Matcher> matchers) implements Expression {
        public Selector {
            matchers = List.copyOf(matchers);
        }
    }

    /** Series over the time that ends at the moment of evaluation. */
    record Range(Selector selector, Duration window) implements Expression {}

    /** A function of its arguments. */
    record Call(String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Several series made one.
     *
     * @param parameter of {@code topk}, {@code bottomk} and {@code quantile}; null without one
     * @param grouping  by what they are told apart
     */
    record Aggregation(String operator, Expression of, @Nullable Expression parameter,
            Grouping grouping) implements Expression {}

    /**
     * Labels that count, or that do not.
     *
     * @param without whether all but these count
     */
    record Grouping(List<String> labels, boolean without) {
        public Grouping {
            labels = List.copyOf(labels);
        }
    }

    /**
     * Two sides, series matched with series.
     *
     * @param matching which labels have to be the same; null for all of them
     * @param bool     whether a comparison gives 0 or 1 and does not filter
     */
    record Binary(String operator, Expression left, Expression right, @Nullable Grouping matching,
            boolean bool) implements Expression {}
}
