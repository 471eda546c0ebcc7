package tessera.lint.promql;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.promql.PromqlExpression.AggregateExpression;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.NumberLiteral;
import tessera.lint.promql.PromqlExpression.RangeSelector;
import tessera.lint.promql.PromqlExpression.StringLiteral;
import tessera.lint.promql.PromqlExpression.VectorSelector;

/**
 * The range of values of a query, bounded by its metrics and arithmetic.
 *
 * @param unit the unit of the metric that it is of; empty for numbers and what is calculated of several
 */
record PromqlResultValueRange(double low, double high, Optional<MetricUnitDescription> unit) {

    private static final Set<String> KEEPING = Set.of("avg_over_time", "max_over_time", "min_over_time",
            "last_over_time", "quantile_over_time", "avg", "max", "min", "quantile", "topk", "bottomk", "label_replace",
            "label_join", "sort", "sort_desc", "scalar", "vector", "ceil", "floor", "round");
    private static final Set<String> FILTERING = Set.of("and", "unless", "==", "!=", "<", ">", "<=", ">=");

    /**
     * The unit of a metric.
     *
     * @param name  of the metric
     * @param meaning what it is, such as in MiB
     */
    record MetricUnitDescription(String name, MetricUnitMeaning meaning, double low, double high, boolean percent) {}

    private record MetricRangeRule(Pattern metric, MetricUnitMeaning meaning, double low, double high, boolean percent,
            String panel, Pattern otherPanels) {}

    /**
     * The unit in which a panel of Grafana shows a metric.
     *
     * @param meaning what the metric is, such as in MiB
     * @param unit        by which Grafana calls that
     * @param wrong       units that say something else of the same numbers
     */
    record PanelUnit(String metric, MetricUnitMeaning meaning, String unit, Pattern wrong) {}

    /** The unit rules that ship with the product, read at first use. */
    private record ShippedUnitRuleHolder(List<MetricRangeRule> rules) {

        private static final ShippedUnitRuleHolder SHIPPED = read();

        private static ShippedUnitRuleHolder read() {
            try (var file = Objects
                    .requireNonNull(PromqlResultValueRange.class.getResourceAsStream("metric-units.json"))) {
                var rules = new ArrayList<MetricRangeRule>();
                for (var unit : new JsonMapper().readTree(file).path("units")) {
                    rules.add(new MetricRangeRule(Pattern.compile(unit.path("metric").asText()),
                            MetricUnitMeaning.valueOf(unit.path("meaning").asText()), unit.path("low").asDouble(),
                            unit.path("high").asDouble(), unit.path("percent").asBoolean(), unit.path("panel").asText(),
                            Pattern.compile(unit.path("otherPanels").asText("(?!)"))));
                }
                return new ShippedUnitRuleHolder(List.copyOf(rules));
            } catch (IOException e) {
                throw new UncheckedIOException("damaged metric-units.json", e);
            }
        }
    }

    /** Returns the range of a query; empty if unknown. */
    static Optional<PromqlResultValueRange> of(PromqlExpression expression) {
        return switch (expression) {
            case NumberLiteral(var value) -> Optional.of(new PromqlResultValueRange(value, value, Optional.empty()));
            case StringLiteral _ -> Optional.empty();
            case VectorSelector(var metric) ->
                ruleOf(metric).map(rule -> new PromqlResultValueRange(rule.low(), rule.high(), Optional.of(
                        new MetricUnitDescription(metric, rule.meaning(), rule.low(), rule.high(), rule.percent()))));
            case BinaryExpression binary when !FILTERING.contains(binary.operator()) ->
                ratioRange(binary).or(() -> binaryRange(binary));
            default -> unchangedPart(expression).flatMap(PromqlResultValueRange::of);
        };
    }

    private static Optional<MetricRangeRule> ruleOf(String metric) {
        return ShippedUnitRuleHolder.SHIPPED.rules().stream().filter(rule -> rule.metric().matcher(metric).matches())
                .findFirst();
    }

    /** Returns the unit of a query whose values are a metric's own, or a sum of them; empty where that is not known. */
    static Optional<PanelUnit> panelUnit(PromqlExpression expression) {
        return switch (expression) {
            case VectorSelector(var metric) -> ruleOf(metric).filter(rule -> !rule.panel().isEmpty())
                    .map(rule -> new PanelUnit(metric, rule.meaning(), rule.panel(), rule.otherPanels()));
            case AggregateExpression(var operator, var arguments) when operator.equals("sum") ->
                valueArgument(arguments).flatMap(PromqlResultValueRange::panelUnit);
            default -> unchangedPart(expression).flatMap(PromqlResultValueRange::panelUnit);
        };
    }

    /** Returns the part of a query whose values it returns as they are; empty where it computes others. */
    private static Optional<PromqlExpression> unchangedPart(PromqlExpression expression) {
        return switch (expression) {
            case RangeSelector(var of) -> Optional.of(of);
            case FunctionCall(var function, var arguments) when KEEPING.contains(function) -> valueArgument(arguments);
            case AggregateExpression(var operator, var arguments) when KEEPING.contains(operator) ->
                valueArgument(arguments);
            case BinaryExpression(var operator, var left, _) when FILTERING.contains(operator) -> Optional.of(left);
            default -> Optional.empty();
        };
    }

    /** Returns the argument that is no parameter. */
    private static Optional<PromqlExpression> valueArgument(List<PromqlExpression> arguments) {
        return arguments.stream()
                .filter(expression -> !(expression instanceof NumberLiteral) && !(expression instanceof StringLiteral))
                .findFirst().or(() -> arguments.stream().findFirst());
    }

    /** Returns the range of a part divided by its whole: used by total, or used by used and free. */
    private static Optional<PromqlResultValueRange> ratioRange(BinaryExpression binary) {
        var parts = metricNames(binary.left());
        if (!binary.operator().equals("/") || parts.size() != 1) {
            return Optional.empty();
        }
        var part = parts.getFirst();
        var whole = metricNames(binary.right());
        boolean total = whole.size() == 1 && whole.getFirst().equals(part.replaceFirst("(?:USED|FREE)$", "TOTAL"))
                && !whole.getFirst().equals(part);
        boolean sum = whole.size() > 1 && whole.contains(part) && binary.right().parts().allMatch(
                expression -> !(expression instanceof BinaryExpression(var operator, _, _)) || operator.equals("+"));
        boolean plain = binary.left().parts().noneMatch(NumberLiteral.class::isInstance)
                && binary.right().parts().noneMatch(NumberLiteral.class::isInstance);
        if ((total || sum) && plain) {
            return Optional.of(new PromqlResultValueRange(0, 1,
                    Optional.of(new MetricUnitDescription(part + "/total", MetricUnitMeaning.RATIO, 0, 1, false))));
        }
        return Optional.empty();
    }

    private static List<String> metricNames(PromqlExpression expression) {
        return expression.parts()
                .flatMap(each -> each instanceof VectorSelector(var metric) ? Stream.of(metric) : Stream.empty())
                .distinct().toList();
    }

    private static Optional<PromqlResultValueRange> binaryRange(BinaryExpression binary) {
        var left = of(binary.left());
        var right = of(binary.right());
        if (left.isEmpty() || right.isEmpty()) {
            return Optional.empty();
        }
        var one = left.get();
        var other = right.get();
        var unit = one.unit().isPresent() && other.unit().isPresent() ? Optional.<MetricUnitDescription>empty()
                : one.unit().or(other::unit);
        return switch (binary.operator()) {
            case "+" -> Optional.of(new PromqlResultValueRange(one.low + other.low, one.high + other.high, unit));
            case "-" -> Optional.of(new PromqlResultValueRange(one.low - other.high, one.high - other.low, unit));
            case "*" -> Optional.of(productRange(one, other, unit));
            case "/" -> other.low == other.high && other.low != 0
                    ? Optional.of(productRange(one,
                            new PromqlResultValueRange(1 / other.low, 1 / other.low, Optional.empty()), unit))
                    : Optional.empty();
            case "^" -> Optional
                    .of(new PromqlResultValueRange(Math.pow(one.low, other.low), Math.pow(one.low, other.low), unit))
                    .filter(_ -> one.low == one.high && other.low == other.high);
            default -> Optional.empty();
        };
    }

    private static PromqlResultValueRange productRange(PromqlResultValueRange one, PromqlResultValueRange other,
            Optional<MetricUnitDescription> unit) {
        var products = List.of(one.low * other.low, one.low * other.high, one.high * other.low, one.high * other.high);
        return new PromqlResultValueRange(products.stream().mapToDouble(each -> each).min().orElse(0),
                products.stream().mapToDouble(each -> each).max().orElse(0), unit);
    }

    /** Returns whether it is a single number. */
    boolean isConstant() {
        return low == high && unit.isEmpty() && Double.isFinite(low);
    }
}
