package tessera.model.reading;

/**
 * A quantity that exporters report of a device, whatever they call it, in the unit the product uses.
 *
 * <p>Under MIG a value either belongs to the board, which then repeats it on every instance, or to the instance.
 */
public enum Metric {
    UTILISATION("Utilisation", Unit.RATIO, Scope.INSTANCE),
    SM_ACTIVE("SM active", Unit.RATIO, Scope.INSTANCE),
    SM_OCCUPANCY("SM occupancy", Unit.RATIO, Scope.INSTANCE),
    TENSOR_ACTIVE("Tensor cores", Unit.RATIO, Scope.INSTANCE),
    MEMORY_USED("Memory used", Unit.BYTES, Scope.INSTANCE),
    MEMORY_FREE("Memory free", Unit.BYTES, Scope.INSTANCE),
    MEMORY_RESERVED("Memory reserved", Unit.BYTES, Scope.INSTANCE),
    MEMORY_TOTAL("Memory", Unit.BYTES, Scope.INSTANCE),
    MEMORY_BANDWIDTH("Memory bandwidth", Unit.RATIO, Scope.INSTANCE),
    ENCODER("Encoder", Unit.RATIO, Scope.BOARD),
    DECODER("Decoder", Unit.RATIO, Scope.BOARD),
    TEMPERATURE("Temperature", Unit.CELSIUS, Scope.BOARD),
    MEMORY_TEMPERATURE("Memory temperature", Unit.CELSIUS, Scope.BOARD),
    SLOWDOWN_TEMPERATURE("Slowdown temperature", Unit.CELSIUS, Scope.BOARD),
    SHUTDOWN_TEMPERATURE("Shutdown temperature", Unit.CELSIUS, Scope.BOARD),
    POWER("Power", Unit.WATTS, Scope.BOARD),
    POWER_LIMIT("Power limit", Unit.WATTS, Scope.BOARD),
    ENERGY("Energy", Unit.JOULES, Scope.BOARD),
    SM_CLOCK("SM clock", Unit.MEGAHERTZ, Scope.BOARD),
    MAX_SM_CLOCK("Highest SM clock", Unit.MEGAHERTZ, Scope.BOARD),
    MEMORY_CLOCK("Memory clock", Unit.MEGAHERTZ, Scope.BOARD),
    THROTTLE_REASONS("Throttle reasons", Unit.CODE, Scope.BOARD),
    THROTTLED_BY_POWER("Throttled by power", Unit.SECONDS, Scope.BOARD),
    THROTTLED_BY_HEAT("Throttled by heat", Unit.SECONDS, Scope.BOARD),
    THROTTLED("Throttled", Unit.RATIO, Scope.BOARD),
    XID("Last XID", Unit.CODE, Scope.BOARD),
    HEALTH("Health", Unit.CODE, Scope.BOARD),
    ECC_UNCORRECTABLE("Uncorrectable ECC errors", Unit.COUNT, Scope.BOARD),
    ECC_CORRECTABLE("Correctable ECC errors", Unit.COUNT, Scope.BOARD),
    REMAPPED_UNCORRECTABLE("Rows remapped, uncorrectable", Unit.COUNT, Scope.BOARD),
    REMAPPED_CORRECTABLE("Rows remapped, correctable", Unit.COUNT, Scope.BOARD),
    ROW_REMAP_FAILURE("Row remap failure", Unit.CODE, Scope.BOARD),
    ROW_REMAP_PENDING("Row remap pending", Unit.CODE, Scope.BOARD),
    PCIE_SENT("PCIe sent", Unit.BYTES_PER_SECOND, Scope.BOARD),
    PCIE_RECEIVED("PCIe received", Unit.BYTES_PER_SECOND, Scope.BOARD),
    PCIE_REPLAYS("PCIe replays", Unit.COUNT, Scope.BOARD),
    LINK_TRAFFIC("GPU link traffic", Unit.RAW, Scope.BOARD),
    LINK_ERRORS("GPU link errors", Unit.COUNT, Scope.BOARD),
    LINK_SENT("GPU link sent", Unit.BYTES_PER_SECOND, Scope.BOARD),
    LINK_RECEIVED("GPU link received", Unit.BYTES_PER_SECOND, Scope.BOARD),
    LINK_RECOVERY_FAILURES("GPU link recoveries failed", Unit.COUNT, Scope.BOARD),
    FABRIC_MANAGER("Fabric manager status", Unit.CODE, Scope.BOARD),
    FABRIC_HEALTH("Fabric health", Unit.CODE, Scope.BOARD),
    VGPU_LICENSE("vGPU license", Unit.CODE, Scope.BOARD),
    RECOVERY_ACTION("Recovery action", Unit.CODE, Scope.BOARD),
    /** The worst of DCGM's health checks; each by itself is among the {@link CategoryReading}s. */
    HEALTH_WATCH("DCGM health", Unit.CODE, Scope.BOARD),
    /** The most of one XID in a window; each by itself is among the {@link CategoryReading}s. */
    XID_COUNT("XIDs in the window", Unit.CODE, Scope.BOARD),
    /** The most of one XID since the exporter started; each by itself is among the {@link CategoryReading}s. */
    XID_TOTAL("XIDs since the exporter started", Unit.CODE, Scope.BOARD);

    private final String title;
    private final Unit unit;
    private final Scope scope;

    /** What a value belongs to where a board is cut into instances. */
    public enum Scope {
        /** The board: repeated on its instances, and never to be summed over them. */
        BOARD,
        /** The instance. */
        INSTANCE
    }

    Metric(String title, Unit unit, Scope scope) {
        this.title = title;
        this.unit = unit;
        this.scope = scope;
    }

    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }

    public Scope scope() {
        return scope;
    }

    /** Whether it only grows, until it starts again from 0. */
    public boolean counter() {
        return switch (unit) {
            case JOULES, SECONDS, COUNT, RAW -> true;
            default -> false;
        };
    }
}
