package tessera.plan.node;

import tessera.text.Reason;

/** Why the resources of a node after a MIG change are not known, or not possible under its strategy. */
sealed interface MigForecastProblem extends Reason {

    record UncataloguedGpuProduct(String label) implements MigForecastProblem {}

    record UnknownGpuCount() implements MigForecastProblem {}

    record PartialMigConfig() implements MigForecastProblem {}

    record MigStrategyNone() implements MigForecastProblem {}

    record MigStrategySingle() implements MigForecastProblem {}
}
