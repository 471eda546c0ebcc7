package tessera.alerts;

import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;

/** The reading, counter or condition that an alert rule judges. */
public enum AlertSignal {
    TEMPERATURE(SignalEvaluationKind.LEVEL),
    MEMORY_TEMPERATURE(SignalEvaluationKind.LEVEL),
    /** Used memory of what can be used. */
    MEMORY_SHARE(SignalEvaluationKind.LEVEL),
    /** Utilisation of what somebody holds; of what nobody holds it is nobody's concern. */
    UTILISATION_WHILE_HELD(SignalEvaluationKind.LEVEL),
    /** Power of the power limit. */
    POWER_SHARE(SignalEvaluationKind.LEVEL),
    /** Bits that say why clocks are lower than they could be. */
    THROTTLE_REASONS(SignalEvaluationKind.LEVEL),
    ROW_REMAP_FAILURE(SignalEvaluationKind.LEVEL),
    FABRIC_MANAGER(SignalEvaluationKind.LEVEL),
    FABRIC_HEALTH(SignalEvaluationKind.LEVEL),
    VGPU_LICENSE(SignalEvaluationKind.LEVEL),
    /** What the driver says is to be done with the device. */
    RECOVERY_ACTION(SignalEvaluationKind.LEVEL),
    /** Whether the driver calls the device healthy. */
    DRIVER_HEALTH(SignalEvaluationKind.LEVEL),
    /** The result of each of DCGM's health checks. */
    HEALTH_WATCH(SignalEvaluationKind.CATEGORY),
    ECC_UNCORRECTABLE(SignalEvaluationKind.INCREASE),
    REMAPPED_UNCORRECTABLE(SignalEvaluationKind.INCREASE),
    LINK_ERRORS(SignalEvaluationKind.INCREASE),
    LINK_RECOVERY_FAILURES(SignalEvaluationKind.INCREASE),
    /** Per minute. */
    PCIE_REPLAYS(SignalEvaluationKind.RATE),
    XID_CRITICAL(SignalEvaluationKind.XID),
    XID_ERROR(SignalEvaluationKind.XID),
    XID_WARNING(SignalEvaluationKind.XID),
    XID_INFO(SignalEvaluationKind.XID),
    EXPORTER_SILENT(SignalEvaluationKind.NODE),
    NODE_NOT_READY(SignalEvaluationKind.NODE),
    NODE_UNREACHABLE(SignalEvaluationKind.NODE),
    GPUS_NOT_OFFERED(SignalEvaluationKind.NODE),
    /** Devices that the kubelet counts and the scheduler may not hand out. */
    UNHEALTHY_DEVICES(SignalEvaluationKind.NODE),
    OPERATOR_COMPONENT_DOWN(SignalEvaluationKind.NODE),
    MIG_CHANGE_PENDING(SignalEvaluationKind.NODE),
    MIG_CHANGE_FAILED(SignalEvaluationKind.NODE),
    /** Another planned change that takes GPUs away, such as a driver upgrade. */
    CHANGE_PENDING(SignalEvaluationKind.NODE),
    /** A condition, label or taint by which a monitor reports a fault of the node. */
    NODE_CONDITION(SignalEvaluationKind.NODE);

    /** The way a signal is judged. */
    public enum SignalEvaluationKind {
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

    private final SignalEvaluationKind signalEvaluationKind;

    AlertSignal(SignalEvaluationKind signalEvaluationKind) {
        this.signalEvaluationKind = signalEvaluationKind;
    }

    public SignalEvaluationKind kind() {
        return signalEvaluationKind;
    }

    /** Returns the unit of the signal's value. */
    public AlertValueUnit unit() {
        return switch (this) {
            case TEMPERATURE, MEMORY_TEMPERATURE -> AlertValueUnit.CELSIUS;
            case MEMORY_SHARE, UTILISATION_WHILE_HELD, POWER_SHARE -> AlertValueUnit.SHARE;
            case PCIE_REPLAYS -> AlertValueUnit.PER_MINUTE;
            case ECC_UNCORRECTABLE, REMAPPED_UNCORRECTABLE, LINK_ERRORS, LINK_RECOVERY_FAILURES, UNHEALTHY_DEVICES ->
                AlertValueUnit.COUNT;
            default -> AlertValueUnit.NONE;
        };
    }

    /** Returns the value of the signal; NaN where an input is missing, which is neither a violation nor an all-clear. */
    public double valueOf(DeviceMetricValues values) {
        return switch (this) {
            case TEMPERATURE -> values.get(DeviceMetric.TEMPERATURE);
            case MEMORY_TEMPERATURE -> values.get(DeviceMetric.MEMORY_TEMPERATURE);
            case THROTTLE_REASONS -> values.get(DeviceMetric.THROTTLE_REASONS);
            case ROW_REMAP_FAILURE -> values.get(DeviceMetric.ROW_REMAP_FAILURE);
            case FABRIC_MANAGER -> values.get(DeviceMetric.FABRIC_MANAGER);
            case FABRIC_HEALTH -> values.get(DeviceMetric.FABRIC_HEALTH);
            case VGPU_LICENSE -> values.get(DeviceMetric.VGPU_LICENSE);
            case RECOVERY_ACTION -> values.get(DeviceMetric.RECOVERY_ACTION);
            case DRIVER_HEALTH -> values.get(DeviceMetric.HEALTH);
            case UTILISATION_WHILE_HELD -> values.get(DeviceMetric.UTILISATION);
            case POWER_SHARE -> shareOf(values.get(DeviceMetric.POWER), values.get(DeviceMetric.POWER_LIMIT));
            case MEMORY_SHARE -> values.usedMemoryShare();
            default -> Double.NaN;
        };
    }

    private static double shareOf(double part, double whole) {
        return whole > 0 ? part / whole : Double.NaN;
    }

    /** Returns the signal that reports XIDs of a grade. */
    public static AlertSignal forXidGrade(Xid.XidSeverity xidSeverity) {
        return switch (xidSeverity) {
            case INFO -> XID_INFO;
            case WARNING -> XID_WARNING;
            case ERROR -> XID_ERROR;
            case CRITICAL -> XID_CRITICAL;
        };
    }
}
