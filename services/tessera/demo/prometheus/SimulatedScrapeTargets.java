package tessera.demo.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.telemetry.SimulatedClusterTelemetry;

/** The list of scrape targets. */
final class SimulatedScrapeTargets {

    private SimulatedScrapeTargets() {}

    static PodProxyResponse targetsReply(List<SimulatedScrapeTarget> targets, Instant now) {
        return SimulatedPrometheusResponseFactory.successReply(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("activeTargets");
            for (var target : targets) {
                json.writeStartObject();
                json.writeFieldName("discoveredLabels");
                SimulatedPrometheusResponseFactory.writeLabels(json, Map.of());
                json.writeFieldName("labels");
                SimulatedPrometheusResponseFactory.writeLabels(json, target.labels());
                json.writeStringField("scrapePool", target.labels().get("job"));
                json.writeStringField("scrapeUrl", "http://" + target.labels().get("instance") + "/metrics");
                json.writeStringField("lastError", target.isUp() ? "" : "connect: connection refused");
                json.writeStringField("lastScrape",
                        Instant.ofEpochSecond(SimulatedClusterTelemetry.samplingSecond(now.getEpochSecond()))
                                .toString());
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
