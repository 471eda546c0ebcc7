package tessera.plan.node;

import tessera.text.Reason;

/** Why the resources of a node after a MIG change are not known, or not possible under its strategy. */
sealed interface MigForecastObstacle extends Reason {

    record UncataloguedGpuProduct(String label) implements MigForecastObstacle {}

    record UnknownGpuCount() implements MigForecastObstacle {}

    record PartialMigConfig() implements MigForecastObstacle {}

    record MigStrategyNone() implements MigForecastObstacle {}

    record MigStrategySingle() implements MigForecastObstacle {}
}
