package tessera.demo.prometheus;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A parsed query expression. */
sealed interface SimulatedPromqlSyntaxNode {

    Set<String> COMPARISONS = Set.of("==", "!=", "<", ">", "<=", ">=");

    /** A number. */
    record NumberLiteralNode(double value) implements SimulatedPromqlSyntaxNode {}

    /** An instant vector selector. */
    record VectorSelectorNode(List<SimulatedPromqlLabelMatcher> matchers) implements SimulatedPromqlSyntaxNode {
        public VectorSelectorNode {
            matchers = List.copyOf(matchers);
        }
    }

    /** A range vector selector: series over the window that ends at the moment of evaluation. */
    record RangeSelectorNode(VectorSelectorNode selector, Duration window) implements SimulatedPromqlSyntaxNode {}

    /** A function call with its arguments. */
    record FunctionCallNode(String function,
            List<SimulatedPromqlSyntaxNode> arguments) implements SimulatedPromqlSyntaxNode {
        public FunctionCallNode {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * An aggregation of several series.
     *
     * @param parameter of {@code topk} and {@code bottomk}; null without one
     * @param grouping  by what they are told apart
     */
    record AggregationNode(String operator, SimulatedPromqlSyntaxNode operand,
            @Nullable SimulatedPromqlSyntaxNode parameter,
            LabelGrouping grouping) implements SimulatedPromqlSyntaxNode {}

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
    record BinaryOperatorNode(String operator, SimulatedPromqlSyntaxNode left, SimulatedPromqlSyntaxNode right,
            @Nullable LabelGrouping matching, boolean bool) implements SimulatedPromqlSyntaxNode {
        boolean isComparison() {
            return COMPARISONS.contains(operator);
        }
    }
}
