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
 * Judges counters by how much they grew from one reading to the next. The first value that is seen is where counting
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

    /** Which counter speaks for a signal. */
    record CounterSource(AlertSignal signal, Metric metric) {}

    CounterProbe(AlertLedger ledger) {
        this.ledger = ledger;
    }

    void judge(AlertRules rules, DeviceMemory memory, DeviceReadings device, Instant at) {
        for (int i = 0; i < COUNTERS.size(); i++) {
            if (!device.values().has(COUNTERS.get(i).metric())) {
                memory.miss(i);
            }
        }
        for (int i = 0; i < COUNTERS.size(); i++) {
            var counted = COUNTERS.get(i);
            if (device.values().has(counted.metric())) {
                double value = device.values().get(counted.metric());
                for (var rule : rules.of(counted.signal())) {
                    var growth = CounterGrowth.after(memory.growth(i), value, at, rule.hold());
                    memory.keep(i, growth);
                    judge(rule, memory.subject(), growth, device);
                }
            }
        }
    }

    private void judge(AlertRule rule, AlertSubject subject, CounterGrowth growth, DeviceReadings device) {
        var limit = rule.limit();
        if (limit == null) {
            return;
        }
        if (rule.signal().kind() == AlertSignal.Kind.RATE) {
            var verdict = Double.isNaN(growth.rate()) ? RuleVerdict.UNKNOWN : LevelProbe.verdict(limit, growth.rate());
            ledger.report(rule, subject, verdict, growth.at(), () -> AlertCase
                    .lasting(AlertText.level(rule.signal(), limit, subject, device.values(), growth.rate()))
                    .measured(growth.rate(), limit.threshold()).holders(DeviceHolders.of(device)));
            return;
        }
        var verdict = growth.grew() != null && limit.violated(growth.total()) ? RuleVerdict.WRONG : RuleVerdict.RIGHT;
        ledger.report(rule, subject, verdict, growth.at(), () -> counted(rule, subject, growth, device)
                .measured(growth.total(), limit.threshold()));
    }

    private static AlertCase counted(AlertRule rule, AlertSubject subject, CounterGrowth growth,
            DeviceReadings device) {
        var facts = growth.grew() == null ? List.<String>of()
                : List.of("The counter stands at " + AlertText.number(growth.value()),
                        "It last grew at " + AlertText.moment(growth.grew()));
        return AlertCase.event(AlertText.counted(rule.signal(), subject, Math.round(growth.total()))).evidence(facts)
                .holders(DeviceHolders.of(device));
    }
}
