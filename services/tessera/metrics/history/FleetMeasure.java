package tessera.metrics.history;

import tessera.model.reading.Unit;

/** A quantity of all devices together, as far as they were measured. Each sum says by its count how far that is. */
public enum FleetMeasure {
    /** The mean of the GPUs that were measured. */
    UTILISATION(Unit.RATIO),
    UTILISATION_GPUS(Unit.COUNT),
    /** The sum of the boards that were measured; an instance has no power of its own. */
    POWER(Unit.WATTS),
    POWER_BOARDS(Unit.COUNT),
    /** The sum of the GPUs that were measured. */
    MEMORY_USED(Unit.BYTES),
    MEMORY_GPUS(Unit.COUNT);

    private final Unit unit;

    FleetMeasure(Unit unit) {
        this.unit = unit;
    }

    public Unit unit() {
        return unit;
    }
}
