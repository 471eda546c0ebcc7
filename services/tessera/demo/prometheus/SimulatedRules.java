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
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
import tessera.demo.prometheus.promql.PromqlEvaluator;
import tessera.demo.prometheus.promql.QueryException;
import tessera.demo.prometheus.promql.QueryParser;
import tessera.demo.prometheus.promql.QueryVector.VectorElement;
import tessera.demo.prometheus.promql.SampledSeries;
import tessera.demo.telemetry.ClusterTelemetry;

/** The alert rules of the simulated Prometheus, and what becomes of them: worked out anew for every question. */
final class SimulatedRules {

    private static final List<SimulatedRule> ALL = List.of(
            new SimulatedRule("GpuHot", "max by (Hostname, gpu, UUID, modelName) (DCGM_FI_DEV_GPU_TEMP) > 88",
                    Duration.ofMinutes(5), "warning", "GPU %s of %s is hot", List.of("gpu", "Hostname")),
            new SimulatedRule("GpuExporterDown", "up == 0", Duration.ofMinutes(5), "warning",
                    "The exporter %s does not answer", List.of("pod")));
    /** How far back is looked for the beginning of an alert, and in which steps. */
    private static final Duration REACH = Duration.ofMinutes(30);
    private static final Duration STEP = Duration.ofMinutes(5);

    private final PromqlEvaluator evaluator;

    /** @param labels which the words name */
    private record SimulatedRule(String name, String query, Duration lasting, String severity, String words,
            List<String> labels) {

        String summary(Map<String, String> of) {
            return words.formatted(labels.stream().map(label -> of.getOrDefault(label, "?")).toArray());
        }
    }

    /** An alert that goes on. */
    private record Active(SimulatedRule rule, VectorElement element, Instant since, boolean firing) {}

    SimulatedRules(SampledSeries series) {
        evaluator = new PromqlEvaluator(series);
    }

    /** @param endpoint {@code rules} or {@code alerts} */
    Reply answer(String endpoint, Instant now) throws QueryException {
        var active = new HashMap<SimulatedRule, List<Active>>();
        for (var rule : ALL) {
            active.put(rule, active(rule, now));
        }
        return PrometheusAnswer.success(json -> {
            json.writeStartObject();
            if (endpoint.equals("alerts")) {
                json.writeArrayFieldStart("alerts");
                for (var alert : active.values().stream().flatMap(List::stream).toList()) {
                    write(json, alert);
                }
                json.writeEndArray();
            } else {
                group(json, active);
            }
            json.writeEndObject();
        });
    }

    private List<Active> active(SimulatedRule rule, Instant now) throws QueryException {
        var query = QueryParser.parse(rule.query());
        var since = new HashMap<Map<String, String>, Instant>();
        var current = evaluator.at(query, now.getEpochSecond()).elements();
        var newest = Instant.ofEpochSecond(ClusterTelemetry.sample(now.getEpochSecond()));
        current.forEach(element -> since.put(element.labels(), newest));
        var still = new ArrayList<>(since.keySet());
        // The same moments for everybody who asks, so that an alert does not seem to begin later and later.
        long seconds = STEP.toSeconds();
        var grid = Instant.ofEpochSecond(Math.floorDiv(now.getEpochSecond(), seconds) * seconds);
        for (var back = Duration.ZERO; back.compareTo(REACH) <= 0 && !still.isEmpty(); back = back.plus(STEP)) {
            var then = grid.minus(back);
            var held = evaluator.at(query, then.getEpochSecond()).elements().stream().map(VectorElement::labels)
                    .toList();
            still.retainAll(held);
            still.forEach(labels -> since.put(labels, then));
        }
        return current.stream().map(element -> {
            var begun = since.getOrDefault(element.labels(), newest);
            return new Active(rule, element, begun, !begun.plus(rule.lasting()).isAfter(now));
        }).toList();
    }

    private static void group(JsonGenerator json, Map<SimulatedRule, List<Active>> active) throws IOException {
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
            json.writeNumberField("duration", rule.lasting().toSeconds());
            json.writeStringField("state", alerts.isEmpty() ? "inactive"
                    : alerts.stream().anyMatch(Active::firing) ? "firing" : "pending");
            json.writeStringField("health", "ok");
            json.writeFieldName("labels");
            PrometheusAnswer.labels(json, Map.of("severity", rule.severity()));
            json.writeFieldName("annotations");
            PrometheusAnswer.labels(json, Map.of());
            json.writeArrayFieldStart("alerts");
            for (var alert : alerts) {
                write(json, alert);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Active alert) throws IOException {
        var labels = new TreeMap<>(alert.element().calculated(0).labels());
        labels.put("alertname", alert.rule().name());
        labels.put("severity", alert.rule().severity());
        json.writeStartObject();
        json.writeFieldName("labels");
        PrometheusAnswer.labels(json, labels);
        json.writeFieldName("annotations");
        PrometheusAnswer.labels(json, Map.of("summary", alert.rule().summary(labels)));
        json.writeStringField("state", alert.firing() ? "firing" : "pending");
        json.writeStringField("activeAt", alert.since().toString());
        json.writeStringField("value", PrometheusAnswer.number(alert.element().value()));
        json.writeEndObject();
    }
}
