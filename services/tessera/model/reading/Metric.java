package tessera.model.reading;

/**
 * A quantity that exporters report of a device under various names, in the product's unit.
 *
 * <p>Under MIG a value either belongs to the board, which then repeats it on every instance, or to the instance.
 */
public enum Metric {
    UTILISATION("Utilisation", MetricUnit.RATIO, MetricLevel.INSTANCE),
    SM_ACTIVE("SM active", MetricUnit.RATIO, MetricLevel.INSTANCE),
    SM_OCCUPANCY("SM occupancy", MetricUnit.RATIO, MetricLevel.INSTANCE),
    TENSOR_ACTIVE("Tensor cores", MetricUnit.RATIO, MetricLevel.INSTANCE),
    MEMORY_USED("Memory used", MetricUnit.BYTES, MetricLevel.INSTANCE),
    MEMORY_FREE("Memory free", MetricUnit.BYTES, MetricLevel.INSTANCE),
    MEMORY_RESERVED("Memory reserved", MetricUnit.BYTES, MetricLevel.INSTANCE),
    MEMORY_TOTAL("Memory", MetricUnit.BYTES, MetricLevel.INSTANCE),
    MEMORY_BANDWIDTH("Memory bandwidth", MetricUnit.RATIO, MetricLevel.INSTANCE),
    ENCODER("Encoder", MetricUnit.RATIO, MetricLevel.BOARD),
    DECODER("Decoder", MetricUnit.RATIO, MetricLevel.BOARD),
    TEMPERATURE("Temperature", MetricUnit.CELSIUS, MetricLevel.BOARD),
    MEMORY_TEMPERATURE("Memory temperature", MetricUnit.CELSIUS, MetricLevel.BOARD),
    SLOWDOWN_TEMPERATURE("Slowdown temperature", MetricUnit.CELSIUS, MetricLevel.BOARD),
    SHUTDOWN_TEMPERATURE("Shutdown temperature", MetricUnit.CELSIUS, MetricLevel.BOARD),
    POWER("Power", MetricUnit.WATTS, MetricLevel.BOARD),
    POWER_LIMIT("Power limit", MetricUnit.WATTS, MetricLevel.BOARD),
    ENERGY("Energy", MetricUnit.JOULES, MetricLevel.BOARD),
    SM_CLOCK("SM clock", MetricUnit.MEGAHERTZ, MetricLevel.BOARD),
    MAX_SM_CLOCK("Highest SM clock", MetricUnit.MEGAHERTZ, MetricLevel.BOARD),
    MEMORY_CLOCK("Memory clock", MetricUnit.MEGAHERTZ, MetricLevel.BOARD),
    THROTTLE_REASONS("Throttle reasons", MetricUnit.CODE, MetricLevel.BOARD),
    THROTTLED_BY_POWER("Throttled by power", MetricUnit.SECONDS, MetricLevel.BOARD),
    THROTTLED_BY_HEAT("Throttled by heat", MetricUnit.SECONDS, MetricLevel.BOARD),
    THROTTLED("Throttled", MetricUnit.RATIO, MetricLevel.BOARD),
    XID("Last XID", MetricUnit.CODE, MetricLevel.BOARD),
    HEALTH("Health", MetricUnit.CODE, MetricLevel.BOARD),
    ECC_UNCORRECTABLE("Uncorrectable ECC errors", MetricUnit.COUNT, MetricLevel.BOARD),
    ECC_CORRECTABLE("Correctable ECC errors", MetricUnit.COUNT, MetricLevel.BOARD),
    REMAPPED_UNCORRECTABLE("Rows remapped, uncorrectable", MetricUnit.COUNT, MetricLevel.BOARD),
    REMAPPED_CORRECTABLE("Rows remapped, correctable", MetricUnit.COUNT, MetricLevel.BOARD),
    ROW_REMAP_FAILURE("Row remap failure", MetricUnit.CODE, MetricLevel.BOARD),
    ROW_REMAP_PENDING("Row remap pending", MetricUnit.CODE, MetricLevel.BOARD),
    PCIE_SENT("PCIe sent", MetricUnit.BYTES_PER_SECOND, MetricLevel.BOARD),
    PCIE_RECEIVED("PCIe received", MetricUnit.BYTES_PER_SECOND, MetricLevel.BOARD),
    PCIE_REPLAYS("PCIe replays", MetricUnit.COUNT, MetricLevel.BOARD),
    LINK_TRAFFIC("GPU link traffic", MetricUnit.RAW, MetricLevel.BOARD),
    LINK_ERRORS("GPU link errors", MetricUnit.COUNT, MetricLevel.BOARD),
    LINK_SENT("GPU link sent", MetricUnit.BYTES_PER_SECOND, MetricLevel.BOARD),
    LINK_RECEIVED("GPU link received", MetricUnit.BYTES_PER_SECOND, MetricLevel.BOARD),
    LINK_RECOVERY_FAILURES("GPU link recoveries failed", MetricUnit.COUNT, MetricLevel.BOARD),
    FABRIC_MANAGER("Fabric manager status", MetricUnit.CODE, MetricLevel.BOARD),
    FABRIC_HEALTH("Fabric health", MetricUnit.CODE, MetricLevel.BOARD),
    VGPU_LICENSE("vGPU license", MetricUnit.CODE, MetricLevel.BOARD),
    RECOVERY_ACTION("Recovery action", MetricUnit.CODE, MetricLevel.BOARD),
    /** The worst of DCGM's health checks; each by itself is among the {@link CategoryReading}s. */
    HEALTH_WATCH("DCGM health", MetricUnit.CODE, MetricLevel.BOARD),
    /** The most of one XID in a window; each by itself is among the {@link CategoryReading}s. */
    XID_COUNT("XIDs in the window", MetricUnit.CODE, MetricLevel.BOARD),
    /** The most of one XID since the exporter started; each by itself is among the {@link CategoryReading}s. */
    XID_TOTAL("XIDs since the exporter started", MetricUnit.CODE, MetricLevel.BOARD);

    private final String title;
    private final MetricUnit unit;
    private final MetricLevel scope;

    /** The object that a value describes if MIG divides the device: the instance or the whole device. */
    public enum MetricLevel {
        /** The board: repeated on its instances, and never to be summed over them. */
        BOARD,
        /** The instance. */
        INSTANCE
    }

    Metric(String title, MetricUnit unit, MetricLevel scope) {
        this.title = title;
        this.unit = unit;
        this.scope = scope;
    }

    public String title() {
        return title;
    }

    public MetricUnit unit() {
        return unit;
    }

    public MetricLevel metricLevel() {
        return scope;
    }

    /** Returns whether the value only grows until it restarts from 0. */
    public boolean isCounter() {
        return switch (unit) {
            case JOULES, SECONDS, COUNT, RAW -> true;
            default -> false;
        };
    }
}
