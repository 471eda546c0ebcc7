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
import tessera.alerts.DcgmHealthWatch;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.XidOrHealthCheckReading;

/** Judges the results of DCGM's health checks, each check of a device by itself. */
final class DcgmHealthAlertCheck {

    private final AlertRegistry registry;
    /** The checks that did not pass when the device was last read. */
    private final Map<AlertSubject, Set<String>> failing = new HashMap<>();

    DcgmHealthAlertCheck(AlertRegistry registry) {
        this.registry = registry;
    }

    void judge(AlertRules rules, AlertSubject subject, DeviceReadings device, Instant at) {
        if (!device.values().hasValue(DeviceMetric.HEALTH_WATCH)) {
            return;
        }
        var now = new HashMap<String, XidOrHealthCheckReading>();
        device.categoriesOf(DeviceMetric.HEALTH_WATCH).forEach(reading -> now.put(reading.category(), reading));
        var checks = new TreeSet<>(now.keySet());
        checks.addAll(failing.getOrDefault(subject, Set.of()));
        for (var check : checks) {
            var reading = now.getOrDefault(check, new XidOrHealthCheckReading(DeviceMetric.HEALTH_WATCH, check, 0, ""));
            rules.rulesFor(AlertSignal.HEALTH_WATCH).forEach(rule -> judgeReading(rule, subject, device, reading, at));
        }
        if (now.isEmpty()) {
            failing.remove(subject);
        } else {
            failing.put(subject, now.keySet());
        }
    }

    private void judgeReading(AlertRule rule, AlertSubject subject, DeviceReadings device,
            XidOrHealthCheckReading reading,
            Instant at) {
        var limit = rule.limit();
        if (limit != null) {
            registry.report(rule, subject.withPart(reading.category()),
                    limit.isViolated(reading.value()) ? AlertRuleResult.WRONG : AlertRuleResult.RIGHT, at,
                    () -> healthWatchCase(rule, subject, device, reading));
        }
    }

    private static AlertDetails healthWatchCase(AlertRule rule, AlertSubject subject, DeviceReadings device,
            XidOrHealthCheckReading reading) {
        var watch = DcgmHealthWatch.named(reading.category());
        var facts = new ArrayList<String>();
        if (!watch.meaning().isEmpty()) {
            facts.add(watch.meaning());
        }
        facts.addAll(AlertTextWriter.evidenceLines(device.values()));
        return AlertDetails.forOngoing("DCGM health of %s: %s %s%s".formatted(subject.displayName(), watch.name(),
                rule.limit() != null && rule.limit().threshold() < 20 ? "warns" : "failed",
                reading.detail().isEmpty() ? "" : " (" + reading.detail() + ")")).withEvidence(facts)
                .withHolders(ExporterReportedPods.holdersOf(device)).withRemedy(watch.remedy());
    }
}
