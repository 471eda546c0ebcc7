package tessera.alerts;

import java.util.Optional;
import java.util.function.Supplier;
import tessera.insight.DeviceHealthRules;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** Judges devices by the alert rules and the XID catalogue, by one reading alone. */
public final class RuleJudge implements DeviceHealthRules {

    private final Supplier<AlertRules> rules;

    /** @param rules those that are in force, as they are */
    public RuleJudge(Supplier<AlertRules> rules) {
        this.rules = rules;
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
}
