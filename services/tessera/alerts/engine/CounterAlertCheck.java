package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.engine.DeviceCounterAndXidState.CounterIncrease;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/**
 * Judges counters by their growth between readings. The first value that is seen is where counting
 * begins, and so is one that is lower than the one before: the counter was reset, and nothing is known of how much it
 * grew.
 */
final class CounterAlertCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CounterAlertCheck.class);

    private final AlertRegistry registry;

    CounterAlertCheck(AlertRegistry registry) {
        this.registry = registry;
    }

    void judge(AlertRules rules, DeviceCounterAndXidState alertState, DeviceReadings device, Instant at) {
        for (int i = 0; i < DeviceCounterAndXidState.COUNTERS.size(); i++) {
            if (!device.values().hasValue(DeviceCounterAndXidState.COUNTERS.get(i).metric())) {
                alertState.keepUnread(i);
            }
        }
        for (int i = 0; i < DeviceCounterAndXidState.COUNTERS.size(); i++) {
            var counted = DeviceCounterAndXidState.COUNTERS.get(i);
            if (device.values().hasValue(counted.metric())) {
                double value = device.values().get(counted.metric());
                for (var rule : rules.rulesFor(counted.signal())) {
                    var growth = CounterIncrease.afterReading(alertState.growthOf(i), value, at, rule.keepFiringFor());
                    alertState.keepGrowth(i, growth);
                    judgeRule(rule, alertState.subject(), growth, device);
                }
            }
        }
    }

    private void judgeRule(AlertRule rule, AlertSubject subject, CounterIncrease growth, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return;
        }
        if (rule.signal().kind() == AlertSignal.SignalEvaluationKind.RATE) {
            var result = Double.isNaN(growth.rate()) ? AlertRuleResult.UNKNOWN
                    : ThresholdAlertCheck.verdictOf(limit, growth.rate());
            registry.report(rule, subject, result, growth.readAt(), () -> AlertDetails
                    .forOngoing(
                            AlertTextWriter.levelReason(rule.signal(), limit, subject, device.values(), growth.rate()))
                    .withMeasure(growth.rate(), limit.threshold()).withHolders(ExporterReportedPods.holdersOf(device)));
            return;
        }
        var result = growth.grewAt() != null && limit.isViolated(growth.total()) ? AlertRuleResult.WRONG
                : AlertRuleResult.RIGHT;
        registry.report(rule, subject, result, growth.readAt(),
                () -> growthCase(rule, subject, growth, device).withMeasure(growth.total(), limit.threshold()));
    }

    private static AlertDetails growthCase(AlertRule rule, AlertSubject subject, CounterIncrease growth,
            DeviceReadings device) {
        var facts = growth.grewAt() == null ? List.<String>of()
                : List.of(MESSAGES.text("fact.counter", AlertTextWriter.numberText(growth.value())),
                        MESSAGES.text("fact.counter-grew", AlertTextWriter.momentText(growth.grewAt())));
        return AlertDetails.forEvent(
                new AlertReason.CounterIncreased(subject.displayName(), Math.round(growth.total()), rule.signal()))
                .withEvidence(facts).withHolders(ExporterReportedPods.holdersOf(device));
    }
}
