package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Reader of the last log lines of failing driver containers, which tell what is wrong with their machines. */
final class DriverContainerLogReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DriverContainerLogReader.class);
    private static final String PODS = "/api/v1/pods?limit=500&labelSelector=app%3Dnvidia-driver-daemonset";
    private static final int MOST = 8;
    private static final int LINES = 60;

    private final ApiObjectReader objects;
    private final ApiTransportSupplier transportSupplier;

    DriverContainerLogReader(ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    /** Returns logs by node name; nodes whose logs may not be read are missing, so absence means nothing. */
    Map<String, String> failingDriverLogs() throws InterruptedException {
        var logs = new LinkedHashMap<String, String>();
        for (var pod : driverPods()) {
            var container = pod.at("/status/containerStatuses/0");
            if (logs.size() < MOST && container.path("restartCount").asInt() > 0
                    && !container.path("ready").asBoolean()) {
                readLog(pod, container).ifPresent(log -> logs.put(pod.at("/spec/nodeName").asText(), log));
            }
        }
        return logs;
    }

    private List<JsonNode> driverPods() throws InterruptedException {
        try {
            return objects.listAll(PODS, MESSAGES.text("list.driver.pods"));
        } catch (ProblemException _) {
            return List.of();
        }
    }

    private Optional<String> readLog(JsonNode pod, JsonNode container) throws InterruptedException {
        var path = ApiPathBuilder
                .objectPath(ObjectRef.pod(pod.at("/metadata/namespace").asText(), pod.at("/metadata/name").asText()))
                + "/log?tailLines=" + LINES + "&container=" + ApiPathBuilder.encode(container.path("name").asText())
                + (container.path("state").has("running") ? "&previous=true" : "");
        try {
            return Optional
                    .of(transportSupplier.transport().readText(ApiRequest.get(path, MESSAGES.text("read.driver.log"))));
        } catch (ProblemException _) {
            return Optional.empty();
        }
    }
}
