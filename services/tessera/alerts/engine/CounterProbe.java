package tessera.alerts.engine;

import java.time.Instant;
import java.util.List;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/**
 * Judges counters by their growth between readings. The first value that is seen is where counting
 * begins, and so is one that is lower than the one before: the counter was reset, and nothing is known of how much it
 * grew.
 */
final class CounterProbe {

    static final List<CounterSource> COUNTERS = List.of(
            new CounterSource(AlertSignal.ECC_UNCORRECTABLE, Metric.ECC_UNCORRECTABLE),
            new CounterSource(AlertSignal.REMAPPED_UNCORRECTABLE, Metric.REMAPPED_UNCORRECTABLE),
            new CounterSource(AlertSignal.LINK_ERRORS, Metric.LINK_ERRORS),
            new CounterSource(AlertSignal.LINK_RECOVERY_FAILURES, Metric.LINK_RECOVERY_FAILURES),
            new CounterSource(AlertSignal.PCIE_REPLAYS, Metric.PCIE_REPLAYS));

    private final AlertLedger ledger;

    /** The counter metric behind a signal. */
    record CounterSource(AlertSignal signal, Metric metric) {}

    CounterProbe(AlertLedger ledger) {
        this.ledger = ledger;
    }

    void judge(AlertRules rules, DeviceMemory memory, DeviceReadings device, Instant at) {
        for (int i = 0; i < COUNTERS.size(); i++) {
            if (!device.values().hasValue(COUNTERS.get(i).metric())) {
                memory.keepUnread(i);
            }
        }
        for (int i = 0; i < COUNTERS.size(); i++) {
            var counted = COUNTERS.get(i);
            if (device.values().hasValue(counted.metric())) {
                double value = device.values().get(counted.metric());
                for (var rule : rules.rulesFor(counted.signal())) {
                    var growth = CounterGrowth.afterReading(memory.growthOf(i), value, at, rule.keepFiringFor());
                    memory.keepGrowth(i, growth);
                    judgeRule(rule, memory.subject(), growth, device);
                }
            }
        }
    }

    private void judgeRule(AlertRule rule, AlertSubject subject, CounterGrowth growth, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return;
        }
        if (rule.signal().kind() == AlertSignal.Kind.RATE) {
            var verdict = Double.isNaN(growth.rate()) ? RuleVerdict.UNKNOWN
                    : LevelProbe.verdictOf(limit, growth.rate());
            ledger.report(rule, subject, verdict, growth.readAt(), () -> AlertCase
                    .forOngoing(AlertText.levelText(rule.signal(), limit, subject, device.values(), growth.rate()))
                    .withMeasure(growth.rate(), limit.threshold()).withHolders(DeviceHolders.holdersOf(device)));
            return;
        }
        var verdict = growth.grewAt() != null && limit.isViolated(growth.total()) ? RuleVerdict.WRONG
                : RuleVerdict.RIGHT;
        ledger.report(rule, subject, verdict, growth.readAt(), () -> growthCase(rule, subject, growth, device)
                .withMeasure(growth.total(), limit.threshold()));
    }

    private static AlertCase growthCase(AlertRule rule, AlertSubject subject, CounterGrowth growth,
            DeviceReadings device) {
        var facts = growth.grewAt() == null ? List.<String>of()
                : List.of("The counter stands at " + AlertText.numberText(growth.value()),
                        "It last grew at " + AlertText.momentText(growth.grewAt()));
        return AlertCase.forEvent(AlertText.countText(rule.signal(), subject, Math.round(growth.total())))
                .withEvidence(facts)
                .withHolders(DeviceHolders.holdersOf(device));
    }
}
