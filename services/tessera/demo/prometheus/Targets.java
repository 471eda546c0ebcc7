package tessera.demo.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import tessera.demo.api.kubelet.Kubelet.Reply;
import tessera.demo.signal.Signals;

/** The list of what is scraped. */
final class Targets {

    private Targets() {}

    static Reply answer(List<Target> targets, Instant now) {
        return Answer.success(json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("activeTargets");
            for (var target : targets) {
                json.writeStartObject();
                json.writeFieldName("discoveredLabels");
                Answer.labels(json, Map.of());
                json.writeFieldName("labels");
                Answer.labels(json, target.labels());
                json.writeStringField("scrapePool", target.labels().get("job"));
                json.writeStringField("scrapeUrl", "http://" + target.labels().get("instance") + "/metrics");
                json.writeStringField("lastError", target.up() ? "" : "connect: connection refused");
                json.writeStringField("lastScrape",
                        Instant.ofEpochSecond(Signals.sample(now.getEpochSecond())).toString());
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
