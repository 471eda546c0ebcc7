package tessera.alerts;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tessera.alerts.AlertRule.AlertScope;
import tessera.insight.DeviceHealthRules;
import tessera.model.reading.CategoryReading;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** Judges devices by the alert rules and the XID catalogue, by one reading alone. */
public final class RuleJudge implements DeviceHealthRules {

    private final Supplier<AlertRules> rules;

    /** @param rules those that are in force, as they are */
    public RuleJudge(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    /** Returns the judge by the rules that ship with the product. */
    public static RuleJudge standard() {
        return new RuleJudge(AlertRules::standardRules);
    }

    @Override
    public boolean isTooHot(MetricValues values) {
        return ThermalLimit.of(values, rules.get()).filter(ThermalLimit::isCritical).isPresent();
    }

    @Override
    public Optional<DeviceFault> findFault(MetricValues values) {
        var xid = XidCatalog.standardCatalog().forCode(values.hasValue(Metric.XID) ? (int) values.get(Metric.XID) : 0);
        return xid.marksUnhealthy() && xid.grade().compareTo(Xid.Grade.ERROR) >= 0
                ? Optional.of(new DeviceFault(xid.title(), "XID " + xid.code()))
                : Optional.empty();
    }

    @Override
    public Optional<DeviceFault> findCriticalFault(DeviceReadings device) {
        return findFatalXid(device).or(() -> rules.get().allRules().stream().filter(RuleJudge::provesFault)
                .flatMap(rule -> findViolation(rule, device).stream()).findFirst());
    }

    private static Optional<DeviceFault> findFatalXid(DeviceReadings device) {
        var last = IntStream.of((int) device.values().get(Metric.XID));
        var counted = device.categoriesOf(Metric.XID_COUNT).stream().map(CategoryReading::category)
                .filter(code -> code.matches("\\d{1,4}")).mapToInt(Integer::parseInt);
        return IntStream.concat(last, counted).mapToObj(XidCatalog.standardCatalog()::forCode)
                .filter(xid -> xid.code() > 0 && xid.grade() == Xid.Grade.CRITICAL).findFirst()
                .map(xid -> new DeviceFault(xid.title(), "XID " + xid.code()));
    }

    /** Returns whether one reading that violates a rule proves a fault. CUDA does not start before the fabric manager is done. */
    private static boolean provesFault(AlertRule rule) {
        return rule.scope() == AlertScope.DEVICE && ((rule.severity() == Severity.CRITICAL
                && rule.pendingFor().isZero()) || rule.signal() == AlertSignal.FABRIC_MANAGER);
    }

    private static Optional<DeviceFault> findViolation(AlertRule rule, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return Optional.empty();
        }
        if (rule.signal().kind() == AlertSignal.Kind.CATEGORY) {
            return device.categoriesOf(Metric.HEALTH_WATCH).stream().filter(check -> limit.isViolated(check.value()))
                    .findFirst().map(check -> new DeviceFault("%s: %s".formatted(rule.title(), check.category()), ""));
        }
        double value = rule.signal().valueOf(device.values());
        var title = rule.title() + (rule.signal() == AlertSignal.FABRIC_MANAGER ? " (CUDA error 802)" : "");
        return !Double.isNaN(value) && limit.isViolated(value) ? Optional.of(new DeviceFault(title, ""))
                : Optional.empty();
    }
}
