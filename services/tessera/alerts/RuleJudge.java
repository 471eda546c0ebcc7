package tessera.alerts;

import java.util.Optional;
import java.util.function.Supplier;
import tessera.insight.DeviceJudge;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/** Judges devices as the alert rules and the catalogue of XIDs do, by one reading alone. */
public final class RuleJudge implements DeviceJudge {

    private final Supplier<AlertRules> rules;

    /** @param rules those that are in force, as they are */
    public RuleJudge(Supplier<AlertRules> rules) {
        this.rules = rules;
    }

    @Override
    public boolean tooHot(MetricValues values) {
        return ThermalLimit.of(values, rules.get()).filter(ThermalLimit::critical).isPresent();
    }

    @Override
    public Optional<DeviceFault> fault(MetricValues values) {
        var xid = XidCatalog.standard().of(values.has(Metric.XID) ? (int) values.get(Metric.XID) : 0);
        return xid.marksUnhealthy() && xid.grade().compareTo(Xid.Grade.ERROR) >= 0
                ? Optional.of(new DeviceFault(xid.title(), "XID " + xid.code()))
                : Optional.empty();
    }
}
