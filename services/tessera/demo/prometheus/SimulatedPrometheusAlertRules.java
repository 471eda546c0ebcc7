package tessera.demo.prometheus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.prometheus.SimulatedInstantVector.InstantVectorSample;
import tessera.demo.telemetry.SimulatedClusterTelemetry;

/** The alert rules of the simulated Prometheus and their alerts, worked out anew for every request. */
final class SimulatedPrometheusAlertRules {

    private static final List<SimulatedAlertRule> ALL = List.of(
            new SimulatedAlertRule("GpuHot", "max by (Hostname, gpu, UUID, modelName) (DCGM_FI_DEV_GPU_TEMP) > 88",
                    Duration.ofMinutes(5), "GPU %s of %s is hot", List.of("gpu", "Hostname")),
            new SimulatedAlertRule("GpuExporterDown", "up == 0", Duration.ofMinutes(5),
                    "The exporter %s does not answer", List.of("pod")));
    private static final String SEVERITY = "warning";
    /** How far back is looked for the beginning of an alert, and in which steps. */
    private static final Duration REACH = Duration.ofMinutes(30);
    private static final Duration STEP = Duration.ofMinutes(5);

    private final SimulatedPromqlEvaluator evaluator;

    /** @param labels which the words name */
    private record SimulatedAlertRule(String name, String query, Duration forDuration, String summaryTemplate,
            List<String> labels) {
        String summaryText(Map<String, String> of) {
            return summaryTemplate.formatted(labels.stream().map(label -> of.getOrDefault(label, "?")).toArray());
        }
    }

    /** An alert that is pending or firing, as it is written. */
    private record WrittenAlert(Map<String, String> labels, Map<String, String> annotations, String state,
            String activeAt, String value) {}

    /** A rule with its alerts, as it is written. */
    private record WrittenAlertRule(String type, String name, String query, long duration, String state, String health,
            Map<String, String> labels, Map<String, String> annotations, List<WrittenAlert> alerts) {}

    /** A group of rules, as it is written. */
    private record WrittenAlertRuleGroup(String name, String file, int interval, List<WrittenAlertRule> rules) {}

    SimulatedPrometheusAlertRules(SimulatedScrapeHistory series) {
        evaluator = new SimulatedPromqlEvaluator(series);
    }

    Object alerts(Instant now) throws SimulatedPromqlException {
        var alerts = new ArrayList<WrittenAlert>();
        for (var rule : ALL) {
            alerts.addAll(findActiveAlerts(rule, now));
        }
        return Map.of("alerts", alerts);
    }

    Object groups(Instant now) throws SimulatedPromqlException {
        var rules = new ArrayList<WrittenAlertRule>();
        for (var rule : ALL) {
            var alerts = findActiveAlerts(rule, now);
            // Of several states the first in the alphabet, which is firing.
            var state = alerts.stream().map(WrittenAlert::state).min(Comparator.naturalOrder()).orElse("inactive");
            rules.add(new WrittenAlertRule("alerting", rule.name(), rule.query(), rule.forDuration().toSeconds(), state,
                    "ok", Map.of("severity", SEVERITY), Map.of(), alerts));
        }
        return Map.of("groups",
                List.of(new WrittenAlertRuleGroup("gpus", "/etc/prometheus/rules/gpus.yaml", 30, rules)));
    }

    private List<WrittenAlert> findActiveAlerts(SimulatedAlertRule rule, Instant now) throws SimulatedPromqlException {
        var query = SimulatedPromqlParser.parse(rule.query());
        var since = new HashMap<Map<String, String>, Instant>();
        var current = evaluator.evaluateAt(query, now.getEpochSecond()).elements();
        var newest = Instant.ofEpochSecond(SimulatedClusterTelemetry.samplingSecond(now.getEpochSecond()));
        current.forEach(element -> since.put(element.labels(), newest));
        var still = new ArrayList<>(since.keySet());
        // The same moments for everybody who asks, so that an alert does not seem to begin later and later.
        long seconds = STEP.toSeconds();
        var grid = Instant.ofEpochSecond(Math.floorDiv(now.getEpochSecond(), seconds) * seconds);
        for (var back = Duration.ZERO; back.compareTo(REACH) <= 0 && !still.isEmpty(); back = back.plus(STEP)) {
            var then = grid.minus(back);
            still.retainAll(evaluator.evaluateAt(query, then.getEpochSecond()).elements().stream()
                    .map(InstantVectorSample::labels).toList());
            still.forEach(labels -> since.put(labels, then));
        }
        return current.stream()
                .map(element -> alertOf(rule, element, since.getOrDefault(element.labels(), newest), now)).toList();
    }

    private static WrittenAlert alertOf(SimulatedAlertRule rule, InstantVectorSample element, Instant since,
            Instant now) {
        var labels = new TreeMap<>(element.withResult(0).labels());
        labels.put("alertname", rule.name());
        labels.put("severity", SEVERITY);
        return new WrittenAlert(labels, Map.of("summary", rule.summaryText(labels)),
                since.plus(rule.forDuration()).isAfter(now) ? "pending" : "firing", since.toString(),
                SimulatedPrometheusReply.numberText(element.value()));
    }
}
