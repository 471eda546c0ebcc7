package tessera.demo.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
import tessera.demo.telemetry.ClusterTelemetry;

/** The list of what is scraped. */
final class ScrapeTargets {

    private ScrapeTargets() {}

    static Reply answer(List<ScrapeTarget> targets, Instant now) {
        return PrometheusAnswer.success(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("activeTargets");
            for (var target : targets) {
                json.writeStartObject();
                json.writeFieldName("discoveredLabels");
                PrometheusAnswer.labels(json, Map.of());
                json.writeFieldName("labels");
                PrometheusAnswer.labels(json, target.labels());
                json.writeStringField("scrapePool", target.labels().get("job"));
                json.writeStringField("scrapeUrl", "http://" + target.labels().get("instance") + "/metrics");
                json.writeStringField("lastError", target.up() ? "" : "connect: connection refused");
                json.writeStringField("lastScrape",
                        Instant.ofEpochSecond(ClusterTelemetry.sample(now.getEpochSecond())).toString());
                json.writeStringField("health", target.up() ? "up" : "down");
                json.writeStringField("scrapeInterval", "30s");
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("droppedTargets");
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
