package tessera.metrics.history;

import tessera.model.reading.MetricUnit;

/** A quantity of all devices together, as far as they were measured. Each sum says by its count how far that is. */
public enum FleetMetric {
    /** The mean of the GPUs that were measured. */
    UTILISATION(MetricUnit.RATIO),
    UTILISATION_GPUS(MetricUnit.COUNT),
    /** The sum of the boards that were measured; an instance has no power of its own. */
    POWER(MetricUnit.WATTS),
    POWER_BOARDS(MetricUnit.COUNT),
    /** The sum of the GPUs that were measured. */
    MEMORY_USED(MetricUnit.BYTES),
    MEMORY_GPUS(MetricUnit.COUNT);

    private final MetricUnit unit;

    FleetMetric(MetricUnit unit) {
        this.unit = unit;
    }

    public MetricUnit unit() {
        return unit;
    }
}
