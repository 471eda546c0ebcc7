package tessera.alerts;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tessera.alerts.AlertRule.AlertSubjectKind;
import tessera.gpu.DeviceHealthRules;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/** Judges devices by the alert rules and the XID catalogue, by one reading alone. */
public final class AlertBasedDeviceHealthRules implements DeviceHealthRules {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertBasedDeviceHealthRules.class);

    private final Supplier<AlertRules> rules;

    /** @param rules those that are in force, as they are */
    public AlertBasedDeviceHealthRules(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    @Override
    public boolean isTooHot(DeviceMetricValues values) {
        return TemperatureLimitViolation.of(values, rules.get()).filter(TemperatureLimitViolation::isCritical)
                .isPresent();
    }

    @Override
    public Optional<DeviceFault> findFault(DeviceMetricValues values) {
        var xid = XidCatalog.standardCatalog()
                .forCode(values.hasValue(DeviceMetric.XID) ? (int) values.get(DeviceMetric.XID) : 0);
        if (xid.marksUnhealthy() && xid.grade().compareTo(Xid.XidSeverity.ERROR) >= 0) {
            return Optional.of(new DeviceFault(xid.title(), MESSAGES.text("fault.xid", xid.code())));
        }
        return Optional.empty();
    }

    @Override
    public Optional<DeviceFault> findCriticalFault(DeviceReadings device) {
        var xid = rules.get().rulesFor(AlertSignal.XID_CRITICAL).isEmpty() ? Optional.<DeviceFault>empty()
                : findFatalXid(device);
        return xid.or(() -> findAnyViolation(device));
    }

    private Optional<DeviceHealthRules.DeviceFault> findAnyViolation(DeviceReadings device) {
        return rules.get().allRules().stream().filter(AlertBasedDeviceHealthRules::provesFault)
                .flatMap(rule -> findViolation(rule, device).stream()).findFirst();
    }

    private static Optional<DeviceFault> findFatalXid(DeviceReadings device) {
        return criticalFault("fault.xid", ReportedXids.recentCodes(device))
                .or(() -> criticalFault("fault.keptXid", ReportedXids.keptCodes(device)));
    }

    /**
     * Returns the fault of the first critical XID. Each of these leaves the GPU unfit until it is reset, rebooted or
     * replaced, which no process of the exporter survives; so the number of the last XID, which an exporter keeps for as
     * long as it runs, speaks against the GPU, and its alert lasts as long. It does not tell when that was, and is named so.
     */
    private static Optional<DeviceFault> criticalFault(String nameKey, IntStream codes) {
        return codes.mapToObj(XidCatalog.standardCatalog()::forCode)
                .filter(xid -> xid.code() > 0 && xid.grade() == Xid.XidSeverity.CRITICAL).findFirst()
                .map(xid -> new DeviceFault(xid.title(), MESSAGES.text(nameKey, xid.code())));
    }

    /** Returns whether one reading that violates a rule proves a fault. CUDA does not start before the fabric manager is done. */
    private static boolean provesFault(AlertRule rule) {
        return rule.scope() == AlertSubjectKind.DEVICE
                && ((rule.severity() == AlertOrFindingSeverity.CRITICAL && rule.pendingFor().isZero())
                        || rule.signal() == AlertSignal.FABRIC_MANAGER);
    }

    private static Optional<DeviceFault> findViolation(AlertRule rule, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return Optional.empty();
        }
        if (rule.signal().kind() == AlertSignal.SignalEvaluationKind.CATEGORY) {
            return device.categoriesOf(DeviceMetric.HEALTH_WATCH).stream()
                    .filter(check -> limit.isViolated(check.value())).findFirst()
                    .map(check -> new DeviceFault("%s: %s".formatted(rule.title(), check.category()), ""));
        }
        double value = rule.signal().valueOf(device.values());
        var title = rule.title() + (rule.signal() == AlertSignal.FABRIC_MANAGER ? " (CUDA error 802)" : "");
        if (!Double.isNaN(value) && limit.isViolated(value)) {
            return Optional.of(new DeviceFault(title, ""));
        }
        return Optional.empty();
    }
}
