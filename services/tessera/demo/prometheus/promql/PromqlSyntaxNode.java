package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parsed query expression. */
public sealed interface PromqlSyntaxNode {

    /** A number. */
    record NumberLiteralNode(double value) implements PromqlSyntaxNode {}

    /** An instant vector selector. */
    record VectorSelectorNode(List<SeriesLabelMatcher> matchers) implements PromqlSyntaxNode {
        public VectorSelectorNode {
            matchers = List.copyOf(matchers);
        }
    }

    /** A range vector selector: series over the window that ends at the moment of evaluation. */
    record RangeSelectorNode(VectorSelectorNode selector, Duration window) implements PromqlSyntaxNode {}

    /** A function call with its arguments. */
    record FunctionCallNode(String function, List<PromqlSyntaxNode> arguments) implements PromqlSyntaxNode {
        public FunctionCallNode {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * An aggregation of several series.
     *
     * @param parameter of {@code topk}, {@code bottomk} and {@code quantile}; null without one
     * @param grouping  by what they are told apart
     */
    record AggregationNode(String operator, PromqlSyntaxNode operand, @Nullable PromqlSyntaxNode parameter,
            LabelGrouping grouping) implements PromqlSyntaxNode {}

    /**
     * Labels to group or match by, or to leave out ({@code without}).
     *
     * @param without whether all but these count
     */
    record LabelGrouping(List<String> labels, boolean without) {
        public LabelGrouping {
            labels = List.copyOf(labels);
        }
    }

    /**
     * A binary operator whose two sides are matched series by series.
     *
     * @param matching which labels have to be the same; null for all of them
     * @param bool     whether a comparison gives 0 or 1 and does not filter
     */
    record BinaryOperatorNode(String operator, PromqlSyntaxNode left, PromqlSyntaxNode right,
            @Nullable LabelGrouping matching,
            boolean bool) implements PromqlSyntaxNode {}
}
