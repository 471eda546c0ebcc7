package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.HealthWatch;
import tessera.model.reading.CategoryReading;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;

/** Judges the results of DCGM's health checks, each check of a device by itself. */
final class HealthWatchProbe {

    private final AlertLedger ledger;
    /** The checks that did not pass when the device was last read. */
    private final Map<AlertSubject, Set<String>> failing = new HashMap<>();

    HealthWatchProbe(AlertLedger ledger) {
        this.ledger = ledger;
    }

    void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
        if (!device.values().hasValue(Metric.HEALTH_WATCH)) {
            return;
        }
        var now = new HashMap<String, CategoryReading>();
        device.categoriesOf(Metric.HEALTH_WATCH).forEach(reading -> now.put(reading.category(), reading));
        var checks = new TreeSet<>(now.keySet());
        checks.addAll(failing.getOrDefault(subject, Set.of()));
        for (var check : checks) {
            var reading = now.getOrDefault(check, new CategoryReading(Metric.HEALTH_WATCH, check, 0, ""));
            rules.rulesFor(AlertSignal.HEALTH_WATCH).forEach(rule -> judgeReading(rule, subject, device, reading, at));
        }
        if (now.isEmpty()) {
            failing.remove(subject);
        } else {
            failing.put(subject, now.keySet());
        }
    }

    private void judgeReading(AlertRule rule, AlertSubject subject, DeviceReadings device, CategoryReading reading,
            Instant at) {
        var limit = rule.limit();
        if (limit != null) {
            ledger.report(rule, subject.withPart(reading.category()),
                    limit.isViolated(reading.value()) ? RuleVerdict.WRONG : RuleVerdict.RIGHT, at,
                    () -> healthWatchCase(rule, subject, device, reading));
        }
    }

    private static AlertCase healthWatchCase(AlertRule rule, AlertSubject subject, DeviceReadings device,
            CategoryReading reading) {
        var watch = HealthWatch.named(reading.category());
        var facts = new ArrayList<String>();
        if (!watch.meaning().isEmpty()) {
            facts.add(watch.meaning());
        }
        facts.addAll(AlertText.evidenceLines(device.values()));
        return AlertCase.forOngoing("DCGM health of %s: %s %s%s".formatted(subject.displayName(), watch.name(),
                rule.limit() != null && rule.limit().threshold() < 20 ? "warns" : "failed",
                reading.detail().isEmpty() ? "" : " (" + reading.detail() + ")")).withEvidence(facts)
                .withHolders(DeviceHolders.holdersOf(device)).withRemedy(watch.remedy());
    }
}
