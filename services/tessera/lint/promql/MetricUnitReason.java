package tessera.lint.promql;

import tessera.text.Reason;

/** Why a query does not fit the unit of its metric. */
public sealed interface MetricUnitReason extends Reason {

    record PanelUnitMismatch(String metric, MetricUnitMeaning meaning, String unit,
            String expected) implements MetricUnitReason {}

    record RateOfGauge(String metric, MetricUnitMeaning meaning, String function) implements MetricUnitReason {}

    record ConstantComparison(String metric, MetricUnitMeaning meaning, String operator, String limit,
            boolean always) implements MetricUnitReason {}

    record PercentageAsRatio(String metric, MetricUnitMeaning meaning, String operator,
            String limit) implements MetricUnitReason {}
}
