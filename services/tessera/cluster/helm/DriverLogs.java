package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** What driver containers that fail wrote last: nothing else tells what is wrong with the machines below them. */
final class DriverLogs {

    private static final String PODS = "/api/v1/pods?limit=500&labelSelector=app%3Dnvidia-driver-daemonset";
    private static final int MOST = 8;
    private static final int LINES = 60;

    private final ObjectLists objects;
    private final ServerRoute way;

    DriverLogs(ServerRoute way) {
        this.way = way;
        objects = new ObjectLists(way);
    }

    /** By the name of the node; nothing of what may not be read, as nothing is concluded from its absence. */
    Map<String, String> failing() throws InterruptedException {
        var logs = new LinkedHashMap<String, String>();
        for (var pod : pods()) {
            var container = pod.at("/status/containerStatuses/0");
            if (logs.size() < MOST && container.path("restartCount").asInt() > 0
                    && !container.path("ready").asBoolean()) {
                log(pod, container).ifPresent(log -> logs.put(pod.at("/spec/nodeName").asText(), log));
            }
        }
        return logs;
    }

    private List<JsonNode> pods() throws InterruptedException {
        try {
            return objects.items(PODS, "list driver pods");
        } catch (Failure _) {
            return List.of();
        }
    }

    private Optional<String> log(JsonNode pod, JsonNode container) throws InterruptedException {
        var path = ApiPaths.of(ObjectRef.pod(pod.at("/metadata/namespace").asText(), pod.at("/metadata/name").asText()))
                + "/log?tailLines=" + LINES + "&container=" + ApiPaths.encode(container.path("name").asText())
                + (container.path("state").has("running") ? "&previous=true" : "");
        try {
            return Optional.of(way.wire().text(ApiRequest.get(path, "read the log of a driver")));
        } catch (Failure _) {
            return Optional.empty();
        }
    }
}
