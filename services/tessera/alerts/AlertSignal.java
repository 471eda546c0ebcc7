package tessera.alerts;

import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** The reading, counter or condition that an alert rule judges. */
public enum AlertSignal {
    TEMPERATURE(Kind.LEVEL),
    MEMORY_TEMPERATURE(Kind.LEVEL),
    /** Used memory of what can be used. */
    MEMORY_SHARE(Kind.LEVEL),
    /** Utilisation of what somebody holds; of what nobody holds it is nobody's concern. */
    UTILISATION_WHILE_HELD(Kind.LEVEL),
    /** Power of the power limit. */
    POWER_SHARE(Kind.LEVEL),
    /** Bits that say why clocks are lower than they could be. */
    THROTTLE_REASONS(Kind.LEVEL),
    ROW_REMAP_FAILURE(Kind.LEVEL),
    FABRIC_MANAGER(Kind.LEVEL),
    FABRIC_HEALTH(Kind.LEVEL),
    VGPU_LICENSE(Kind.LEVEL),
    /** What the driver says is to be done with the device. */
    RECOVERY_ACTION(Kind.LEVEL),
    /** Whether the driver calls the device healthy. */
    DRIVER_HEALTH(Kind.LEVEL),
    /** The result of each of DCGM's health checks. */
    HEALTH_WATCH(Kind.CATEGORY),
    ECC_UNCORRECTABLE(Kind.INCREASE),
    REMAPPED_UNCORRECTABLE(Kind.INCREASE),
    LINK_ERRORS(Kind.INCREASE),
    LINK_RECOVERY_FAILURES(Kind.INCREASE),
    /** Per minute. */
    PCIE_REPLAYS(Kind.RATE),
    XID_CRITICAL(Kind.XID),
    XID_ERROR(Kind.XID),
    XID_WARNING(Kind.XID),
    XID_INFO(Kind.XID),
    EXPORTER_SILENT(Kind.NODE),
    NODE_NOT_READY(Kind.NODE),
    NODE_UNREACHABLE(Kind.NODE),
    GPUS_NOT_OFFERED(Kind.NODE),
    /** Devices that the kubelet counts and the scheduler may not hand out. */
    UNHEALTHY_DEVICES(Kind.NODE),
    OPERATOR_COMPONENT_DOWN(Kind.NODE),
    MIG_CHANGE_PENDING(Kind.NODE),
    MIG_CHANGE_FAILED(Kind.NODE),
    /** Another planned change that takes GPUs away, such as a driver upgrade. */
    CHANGE_PENDING(Kind.NODE),
    /** A condition, label or taint by which a monitor reports a fault of the node. */
    NODE_CONDITION(Kind.NODE);

    /** The way a signal is judged. */
    public enum Kind {
        /** By the number itself. */
        LEVEL,
        /** By the number of each category by itself. */
        CATEGORY,
        /** By how much a counter grew from one reading to the next. */
        INCREASE,
        /** By how fast a counter grew from one reading to the next. */
        RATE,
        /** By a new number of the last error. */
        XID,
        /** By what the API server says of the node. */
        NODE
    }

    private final Kind kind;

    AlertSignal(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the unit of the signal's value. */
    public MeasureUnit unit() {
        return switch (this) {
            case TEMPERATURE, MEMORY_TEMPERATURE -> MeasureUnit.CELSIUS;
            case MEMORY_SHARE, UTILISATION_WHILE_HELD, POWER_SHARE -> MeasureUnit.SHARE;
            case PCIE_REPLAYS -> MeasureUnit.PER_MINUTE;
            case ECC_UNCORRECTABLE, REMAPPED_UNCORRECTABLE, LINK_ERRORS, LINK_RECOVERY_FAILURES, UNHEALTHY_DEVICES ->
                MeasureUnit.COUNT;
            default -> MeasureUnit.NONE;
        };
    }

    /** Returns the value of the signal; NaN where an input is missing, which is neither a violation nor an all-clear. */
    public double valueOf(MetricValues values) {
        return switch (this) {
            case TEMPERATURE -> values.get(Metric.TEMPERATURE);
            case MEMORY_TEMPERATURE -> values.get(Metric.MEMORY_TEMPERATURE);
            case THROTTLE_REASONS -> values.get(Metric.THROTTLE_REASONS);
            case ROW_REMAP_FAILURE -> values.get(Metric.ROW_REMAP_FAILURE);
            case FABRIC_MANAGER -> values.get(Metric.FABRIC_MANAGER);
            case FABRIC_HEALTH -> values.get(Metric.FABRIC_HEALTH);
            case VGPU_LICENSE -> values.get(Metric.VGPU_LICENSE);
            case RECOVERY_ACTION -> values.get(Metric.RECOVERY_ACTION);
            case DRIVER_HEALTH -> values.get(Metric.HEALTH);
            case UTILISATION_WHILE_HELD -> values.get(Metric.UTILISATION);
            case POWER_SHARE -> shareOf(values.get(Metric.POWER), values.get(Metric.POWER_LIMIT));
            case MEMORY_SHARE -> values.usedMemoryShare();
            default -> Double.NaN;
        };
    }

    private static double shareOf(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }

    /** Returns the signal that reports XIDs of a grade. */
    public static AlertSignal forXidGrade(Xid.Grade grade) {
        return switch (grade) {
            case INFO -> XID_INFO;
            case WARNING -> XID_WARNING;
            case ERROR -> XID_ERROR;
            case CRITICAL -> XID_CRITICAL;
        };
    }
}
