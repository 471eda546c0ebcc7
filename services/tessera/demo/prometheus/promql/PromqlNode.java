package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query, understood. */
public sealed interface PromqlNode {

    /** A number. */
    record ConstantNode(double value) implements PromqlNode {}

    /** Series at a moment. */
    record SelectorNode(List<LabelMatcher> matchers) implements PromqlNode {
        public SelectorNode {
            matchers = List.copyOf(matchers);
        }
    }

    /** Series over the time that ends at the moment of evaluation. */
    record RangeNode(SelectorNode selector, Duration window) implements PromqlNode {}

    /** A function of its arguments. */
    record FunctionNode(String function, List<PromqlNode> arguments) implements PromqlNode {
        public FunctionNode {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Several series made one.
     *
     * @param parameter of {@code topk}, {@code bottomk} and {@code quantile}; null without one
     * @param grouping  by what they are told apart
     */
    record AggregationNode(String operator, PromqlNode of, @Nullable PromqlNode parameter,
            LabelGrouping grouping) implements PromqlNode {}

    /**
     * Labels that count, or that do not.
     *
     * @param without whether all but these count
     */
    record LabelGrouping(List<String> labels, boolean without) {
        public LabelGrouping {
            labels = List.copyOf(labels);
        }
    }

    /**
     * Two sides, series matched with series.
     *
     * @param matching which labels have to be the same; null for all of them
     * @param bool     whether a comparison gives 0 or 1 and does not filter
     */
    record OperatorNode(String operator, PromqlNode left, PromqlNode right, @Nullable LabelGrouping matching,
            boolean bool) implements PromqlNode {}
}
