package tessera.lint.promql;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.RangeSelector;

/**
 * A comparison or a panel that takes a metric to be in another unit, or a rate of one that is no counter.
 *
 * @param reason one sentence without a full stop
 */
public record MetricUnitMistake(MetricUnitReason reason) {

    private static final Set<String> COMPARISONS = Set.of("<", ">", "<=", ">=");

    /** Of counters only: of anything else each fall counts as a restart from zero. */
    private static final Set<String> OF_COUNTERS = Set.of("rate", "irate", "increase");

    /** Returns the comparisons of a query that hold always or never, percentages compared with a share, and rates of gauges. */
    public static List<MetricUnitMistake> findMistakes(PromqlExpression expression) {
        return expression.parts().flatMap(each -> switch (each) {
            case BinaryExpression binary -> findMistakes(binary);
            case FunctionCall call when OF_COUNTERS.contains(call.function()) -> findMistakes(call);
            default -> Stream.empty();
        }).distinct().toList();
    }

    /**
     * Returns the mistake of a panel whose unit is not that of what its query returns.
     *
     * @param unit as Grafana calls it
     */
    public static Optional<MetricUnitMistake> findPanelMistake(PromqlExpression expression, String unit) {
        return PromqlResultValueRange.panelUnit(expression).filter(right -> right.wrong().matcher(unit).matches())
                .map(right -> new MetricUnitMistake(
                        new MetricUnitReason.PanelUnitMismatch(right.metric(), right.meaning(), unit, right.unit())));
    }

    private static Stream<MetricUnitMistake> findMistakes(FunctionCall call) {
        return call.arguments().stream().filter(RangeSelector.class::isInstance)
                .flatMap(range -> PromqlResultValueRange.of(range).flatMap(PromqlResultValueRange::unit).stream())
                .map(metricUnitDescription -> new MetricUnitMistake(new MetricUnitReason.RateOfGauge(
                        metricUnitDescription.name(), metricUnitDescription.meaning(), call.function())));
    }

    private static Stream<MetricUnitMistake> findMistakes(BinaryExpression binary) {
        if (!COMPARISONS.contains(binary.operator())) {
            return Stream.empty();
        }
        var left = PromqlResultValueRange.of(binary.left());
        var right = PromqlResultValueRange.of(binary.right());
        if (left.isEmpty() || right.isEmpty()) {
            return Stream.empty();
        }
        if (left.get().isConstant()) {
            return mistakeOf(mirroredOperator(binary.operator()), right.get(), left.get());
        }
        if (right.get().isConstant()) {
            return mistakeOf(binary.operator(), left.get(), right.get());
        }
        return Stream.empty();
    }

    private static String mirroredOperator(String operator) {
        if (operator.startsWith("<")) {
            return operator.replace('<', '>');
        }
        return operator.replace('>', '<');
    }

    private static Stream<MetricUnitMistake> mistakeOf(String operator, PromqlResultValueRange metric,
            PromqlResultValueRange limit) {
        return metric.unit()
                .flatMap(metricUnitDescription -> mistakeReason(operator, metric, limit.low(), metricUnitDescription))
                .map(MetricUnitMistake::new).stream();
    }

    private static Optional<MetricUnitReason> mistakeReason(String operator, PromqlResultValueRange metric,
            double limit, PromqlResultValueRange.MetricUnitDescription metricUnitDescription) {
        boolean more = operator.startsWith(">");
        boolean above = limit > metric.high() || (limit == metric.high() && operator.equals(">"));
        boolean below = limit < metric.low() || (limit == metric.low() && operator.equals("<"));

        if (above || below) {
            return Optional.of(new MetricUnitReason.ConstantComparison(metricUnitDescription.name(),
                    metricUnitDescription.meaning(), operator, numberText(limit), above != more));
        }
        boolean share = metricUnitDescription.percent() && metric.high() == metricUnitDescription.high() && limit > 0
                && limit < 1;
        if (share) {
            return Optional.of(new MetricUnitReason.PercentageAsRatio(metricUnitDescription.name(),
                    metricUnitDescription.meaning(), operator, numberText(limit)));
        }
        return Optional.empty();
    }

    private static String numberText(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
