package tessera.demo.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedReply;
import tessera.demo.telemetry.ClusterTelemetry;

/** The list of scrape targets. */
final class ScrapeTargets {

    private ScrapeTargets() {}

    static ForwardedReply targetsReply(List<ScrapeTarget> targets, Instant now) {
        return PrometheusAnswer.successReply(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("activeTargets");
            for (var target : targets) {
                json.writeStartObject();
                json.writeFieldName("discoveredLabels");
                PrometheusAnswer.writeLabels(json, Map.of());
                json.writeFieldName("labels");
                PrometheusAnswer.writeLabels(json, target.labels());
                json.writeStringField("scrapePool", target.labels().get("job"));
                json.writeStringField("scrapeUrl", "http://" + target.labels().get("instance") + "/metrics");
                json.writeStringField("lastError", target.isUp() ? "" : "connect: connection refused");
                json.writeStringField("lastScrape",
                        Instant.ofEpochSecond(ClusterTelemetry.samplingSecond(now.getEpochSecond())).toString());
                json.writeStringField("health", target.isUp() ? "up" : "down");
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
