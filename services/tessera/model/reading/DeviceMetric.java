package tessera.model.reading;

/**
 * A quantity that exporters report of a device under various names, in the product's unit.
 *
 * <p>Under MIG a value either belongs to the board, which then repeats it on every instance, or to the instance.
 */
public enum DeviceMetric {
    UTILISATION("Utilization", MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    SM_ACTIVE("SM active", MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    SM_OCCUPANCY("SM occupancy", MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    TENSOR_ACTIVE("Tensor cores", MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_USED("Memory used", MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_FREE("Memory free", MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_RESERVED("Memory reserved", MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_TOTAL("Memory", MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_BANDWIDTH("Memory bandwidth", MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    ENCODER("Encoder", MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    DECODER("Decoder", MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    TEMPERATURE("Temperature", MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    MEMORY_TEMPERATURE("Memory temperature", MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    SLOWDOWN_TEMPERATURE("Slowdown temperature", MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    SHUTDOWN_TEMPERATURE("Shutdown temperature", MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    POWER("Power", MetricUnit.WATTS, DeviceOrInstanceLevel.BOARD),
    POWER_LIMIT("Power limit", MetricUnit.WATTS, DeviceOrInstanceLevel.BOARD),
    ENERGY("Energy", MetricUnit.JOULES, DeviceOrInstanceLevel.BOARD),
    SM_CLOCK("SM clock", MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    MAX_SM_CLOCK("Highest SM clock", MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    MEMORY_CLOCK("Memory clock", MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    THROTTLE_REASONS("Throttle reasons", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    THROTTLED_BY_POWER("Throttled by power", MetricUnit.SECONDS, DeviceOrInstanceLevel.BOARD),
    THROTTLED_BY_HEAT("Throttled by heat", MetricUnit.SECONDS, DeviceOrInstanceLevel.BOARD),
    THROTTLED("Throttled", MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    XID("Last XID", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    HEALTH("Health", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    ECC_UNCORRECTABLE("Uncorrectable ECC errors", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    ECC_CORRECTABLE("Correctable ECC errors", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    REMAPPED_UNCORRECTABLE("Rows remapped, uncorrectable", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    REMAPPED_CORRECTABLE("Rows remapped, correctable", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    ROW_REMAP_FAILURE("Row remap failure", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    ROW_REMAP_PENDING("Row remap pending", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    PCIE_SENT("PCIe sent", MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    PCIE_RECEIVED("PCIe received", MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    PCIE_REPLAYS("PCIe replays", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    LINK_TRAFFIC("GPU link traffic", MetricUnit.RAW, DeviceOrInstanceLevel.BOARD),
    LINK_ERRORS("GPU link errors", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    LINK_SENT("GPU link sent", MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    LINK_RECEIVED("GPU link received", MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    LINK_RECOVERY_FAILURES("GPU link recoveries failed", MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    FABRIC_MANAGER("Fabric manager status", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    FABRIC_HEALTH("Fabric health", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    VGPU_LICENSE("vGPU license", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    RECOVERY_ACTION("Recovery action", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The worst of DCGM's health checks; each by itself is among the {@link XidOrHealthCheckReading}s. */
    HEALTH_WATCH("DCGM health", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The most of one XID in a window; each by itself is among the {@link XidOrHealthCheckReading}s. */
    XID_COUNT("XIDs in the window", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The most of one XID since the exporter started; each by itself is among the {@link XidOrHealthCheckReading}s. */
    XID_TOTAL("XIDs since the exporter started", MetricUnit.CODE, DeviceOrInstanceLevel.BOARD);

    private final String title;
    private final MetricUnit unit;
    private final DeviceOrInstanceLevel scope;

    /** The object that a value describes if MIG divides the device: the instance or the whole device. */
    public enum DeviceOrInstanceLevel {
        /** The board: repeated on its instances, and never to be summed over them. */
        BOARD,
        /** The instance. */
        INSTANCE
    }

    DeviceMetric(String title, MetricUnit unit, DeviceOrInstanceLevel scope) {
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

    public DeviceOrInstanceLevel metricLevel() {
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
