package tessera.demo.prometheus;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.prometheus.promql.SimulatedInstantVector.InstantVectorSample;
import tessera.demo.prometheus.promql.SimulatedPromqlEvaluator;
import tessera.demo.prometheus.promql.SimulatedPromqlException;
import tessera.demo.prometheus.promql.SimulatedPromqlParser;
import tessera.demo.prometheus.promql.SimulatedPromqlSampleSource;
import tessera.demo.telemetry.SimulatedClusterTelemetry;

/** The alert rules of the simulated Prometheus and their alerts, worked out anew for every request. */
final class SimulatedPrometheusAlertRules {

    private static final List<SimulatedAlertRule> ALL = List.of(
            new SimulatedAlertRule("GpuHot", "max by (Hostname, gpu, UUID, modelName) (DCGM_FI_DEV_GPU_TEMP) > 88",
                    Duration.ofMinutes(5), "warning", "GPU %s of %s is hot", List.of("gpu", "Hostname")),
            new SimulatedAlertRule("GpuExporterDown", "up == 0", Duration.ofMinutes(5), "warning",
                    "The exporter %s does not answer", List.of("pod")));
    /** How far back is looked for the beginning of an alert, and in which steps. */
    private static final Duration REACH = Duration.ofMinutes(30);
    private static final Duration STEP = Duration.ofMinutes(5);

    private final SimulatedPromqlEvaluator evaluator;

    /** @param labels which the words name */
    private record SimulatedAlertRule(String name, String query, Duration forDuration, String severity,
            String summaryTemplate,
            List<String> labels) {

        String summaryText(Map<String, String> of) {
            return summaryTemplate.formatted(labels.stream().map(label -> of.getOrDefault(label, "?")).toArray());
        }
    }

    /** An alert that is pending or firing. */
    private record ActiveAlert(SimulatedAlertRule rule, InstantVectorSample element, Instant since, boolean firing) {}

    SimulatedPrometheusAlertRules(SimulatedPromqlSampleSource series) {
        evaluator = new SimulatedPromqlEvaluator(series);
    }

    /** @param endpoint {@code rules} or {@code alerts} */
    PodProxyResponse answer(String endpoint, Instant now) throws SimulatedPromqlException {
        var active = new HashMap<SimulatedAlertRule, List<ActiveAlert>>();
        for (var rule : ALL) {
            active.put(rule, findActiveAlerts(rule, now));
        }
        return SimulatedPrometheusResponseFactory.successReply(json -> {
            json.writeStartObject();
            if (endpoint.equals("alerts")) {
                json.writeArrayFieldStart("alerts");
                for (var alert : active.values().stream().flatMap(List::stream).toList()) {
                    writeAlert(json, alert);
                }
                json.writeEndArray();
            } else {
                writeGroup(json, active);
            }
            json.writeEndObject();
        });
    }

    private List<ActiveAlert> findActiveAlerts(SimulatedAlertRule rule, Instant now) throws SimulatedPromqlException {
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
            var held = evaluator.evaluateAt(query, then.getEpochSecond()).elements().stream()
                    .map(InstantVectorSample::labels)
                    .toList();
            still.retainAll(held);
            still.forEach(labels -> since.put(labels, then));
        }
        return current.stream().map(element -> {
            var begun = since.getOrDefault(element.labels(), newest);
            return new ActiveAlert(rule, element, begun, !begun.plus(rule.forDuration()).isAfter(now));
        }).toList();
    }

    private static void writeGroup(JsonGenerator json, Map<SimulatedAlertRule, List<ActiveAlert>> active)
            throws IOException {
        json.writeArrayFieldStart("groups");
        json.writeStartObject();
        json.writeStringField("name", "gpus");
        json.writeStringField("file", "/etc/prometheus/rules/gpus.yaml");
        json.writeNumberField("interval", 30);
        json.writeArrayFieldStart("rules");
        for (var rule : ALL) {
            var alerts = active.getOrDefault(rule, List.of());
            json.writeStartObject();
            json.writeStringField("type", "alerting");
            json.writeStringField("name", rule.name());
            json.writeStringField("query", rule.query());
            json.writeNumberField("duration", rule.forDuration().toSeconds());
            json.writeStringField("state", groupState(alerts));
            json.writeStringField("health", "ok");
            json.writeFieldName("labels");
            SimulatedPrometheusResponseFactory.writeLabels(json, Map.of("severity", rule.severity()));
            json.writeFieldName("annotations");
            SimulatedPrometheusResponseFactory.writeLabels(json, Map.of());
            json.writeArrayFieldStart("alerts");
            for (var alert : alerts) {
                writeAlert(json, alert);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static String groupState(List<ActiveAlert> alerts) {
        if (alerts.isEmpty()) {
            return "inactive";
        }
        if (alerts.stream().anyMatch(ActiveAlert::firing)) {
            return "firing";
        }
        return "pending";
    }

    private static void writeAlert(JsonGenerator json, ActiveAlert alert) throws IOException {
        var labels = new TreeMap<>(alert.element().withResult(0).labels());
        labels.put("alertname", alert.rule().name());
        labels.put("severity", alert.rule().severity());
        json.writeStartObject();
        json.writeFieldName("labels");
        SimulatedPrometheusResponseFactory.writeLabels(json, labels);
        json.writeFieldName("annotations");
        SimulatedPrometheusResponseFactory.writeLabels(json, Map.of("summary", alert.rule().summaryText(labels)));
        json.writeStringField("state", alert.firing() ? "firing" : "pending");
        json.writeStringField("activeAt", alert.since().toString());
        json.writeStringField("value", SimulatedPrometheusResponseFactory.numberText(alert.element().value()));
        json.writeEndObject();
    }
}
