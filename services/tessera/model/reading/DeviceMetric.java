package tessera.model.reading;

import tessera.text.Reason;

/**
 * A quantity that exporters report of a device under various names, in the product's unit.
 *
 * <p>Under MIG a value either belongs to the board, which then repeats it on every instance, or to the instance.
 */
public enum DeviceMetric implements Reason {
    UTILISATION(MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    SM_ACTIVE(MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    SM_OCCUPANCY(MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    TENSOR_ACTIVE(MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_USED(MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_FREE(MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_RESERVED(MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_TOTAL(MetricUnit.BYTES, DeviceOrInstanceLevel.INSTANCE),
    MEMORY_BANDWIDTH(MetricUnit.RATIO, DeviceOrInstanceLevel.INSTANCE),
    ENCODER(MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    DECODER(MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    TEMPERATURE(MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    MEMORY_TEMPERATURE(MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    SLOWDOWN_TEMPERATURE(MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    SHUTDOWN_TEMPERATURE(MetricUnit.CELSIUS, DeviceOrInstanceLevel.BOARD),
    POWER(MetricUnit.WATTS, DeviceOrInstanceLevel.BOARD),
    POWER_LIMIT(MetricUnit.WATTS, DeviceOrInstanceLevel.BOARD),
    ENERGY(MetricUnit.JOULES, DeviceOrInstanceLevel.BOARD),
    SM_CLOCK(MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    MAX_SM_CLOCK(MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    MEMORY_CLOCK(MetricUnit.MEGAHERTZ, DeviceOrInstanceLevel.BOARD),
    THROTTLE_REASONS(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    THROTTLED_BY_POWER(MetricUnit.SECONDS, DeviceOrInstanceLevel.BOARD),
    THROTTLED_BY_HEAT(MetricUnit.SECONDS, DeviceOrInstanceLevel.BOARD),
    THROTTLED(MetricUnit.RATIO, DeviceOrInstanceLevel.BOARD),
    XID(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    HEALTH(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    ECC_UNCORRECTABLE(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    ECC_CORRECTABLE(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    REMAPPED_UNCORRECTABLE(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    REMAPPED_CORRECTABLE(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    ROW_REMAP_FAILURE(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    ROW_REMAP_PENDING(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    PCIE_SENT(MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    PCIE_RECEIVED(MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    PCIE_REPLAYS(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    LINK_TRAFFIC(MetricUnit.RAW, DeviceOrInstanceLevel.BOARD),
    LINK_ERRORS(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    LINK_SENT(MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    LINK_RECEIVED(MetricUnit.BYTES_PER_SECOND, DeviceOrInstanceLevel.BOARD),
    LINK_RECOVERY_FAILURES(MetricUnit.COUNT, DeviceOrInstanceLevel.BOARD),
    FABRIC_MANAGER(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    FABRIC_HEALTH(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    VGPU_LICENSE(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    RECOVERY_ACTION(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The worst of DCGM's health checks; each by itself is among the {@link XidOrHealthCheckReading}s. */
    HEALTH_WATCH(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The most of one XID in a window; each by itself is among the {@link XidOrHealthCheckReading}s. */
    XID_COUNT(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD),
    /** The most of one XID since the exporter started; each by itself is among the {@link XidOrHealthCheckReading}s. */
    XID_TOTAL(MetricUnit.CODE, DeviceOrInstanceLevel.BOARD);

    private final MetricUnit unit;
    private final DeviceOrInstanceLevel scope;

    /** The object that a value describes if MIG divides the device: the instance or the whole device. */
    public enum DeviceOrInstanceLevel {
        /** The board: repeated on its instances, and never to be summed over them. */
        BOARD,
        /** The instance. */
        INSTANCE
    }

    DeviceMetric(MetricUnit unit, DeviceOrInstanceLevel scope) {
        this.unit = unit;
        this.scope = scope;
    }

    /** Returns its name for people. */
    public String title() {
        return text();
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
