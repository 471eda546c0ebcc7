package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * The hook that Helm waits for while it is at work, seen from what it watches. Helm gives nothing up by itself: once it is to be
 * cut short, it is told of the hook that it has failed, as it is for whoever asked for it. Helm then notes the revision as failed,
 * which others can go on from, and not as one that somebody is still at.
 */
final class HookWatch implements DoorFilter {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern WATCHED = Pattern.compile(
            "(?<collection>/api(?:/v1|s/batch/v1)/namespaces/(?<namespace>[^/?]+)/(?<plural>jobs|pods))\\?(?:.*&)?"
                    + "fieldSelector=metadata\\.name(?:%3D|=)(?<name>[^&]+).*");
    private static final String CUT = "StoppedByUser";
    private static final int OK = 200;

    private final ObjectLists objects;
    private final AtomicReference<@Nullable ObjectRef> hook = new AtomicReference<>();
    private final Map<ProxiedRequest, ApiResponse> streams = new ConcurrentHashMap<>();
    private volatile boolean cut;
    private volatile boolean changes;

    HookWatch(ServerRoute way) {
        objects = new ObjectLists(way);
    }

    /** The Job or pod that Helm waits for; empty while it does something itself. */
    Optional<ObjectRef> hook() {
        return Optional.ofNullable(hook.get());
    }

    /** Whether Helm has sent anything that changes the cluster. */
    boolean hasChanges() {
        return changes;
    }

    /** Has Helm give up the hook that it waits for, and all that are to come. */
    void cut() {
        cut = true;
        streams.values().forEach(ApiResponse::end);
    }

    @Override
    public Optional<HelmResponse> answer(ProxiedRequest request) throws Failure, InterruptedException {
        var watched = WATCHED.matcher(request.path());
        if (!request.reads()) {
            changes = true;
            hook.set(null);
        } else if (watched.matches()) {
            var name = watched.group("name");
            boolean job = watched.group("plural").equals("jobs");
            hook.set(new ObjectRef(job ? "batch/v1" : "v1", job ? "Job" : "Pod", watched.group("plural"),
                    watched.group("namespace"), name));
            if (cut) {
                var failed = failed(objects.read(watched.group("collection") + "/" + name, "read a hook"), job);
                return Optional
                        .of(new HelmResponse(OK, request.path().contains("watch=") ? events(failed) : list(failed)));
            }
        }
        return Optional.empty();
    }

    /** The hook as Helm understands that it is over. */
    private static ObjectNode failed(JsonNode hook, boolean job) {
        ObjectNode object = hook.deepCopy();
        var status = object.withObjectProperty("status");
        if (job) {
            status.putArray("conditions").addObject().put("type", "Failed").put("status", "True").put("reason", CUT);
        } else {
            status.put("phase", "Failed").put("reason", CUT);
        }
        return object;
    }

    /** Of a watch that begins with what is there, and of one that goes on from there. */
    private static String events(ObjectNode object) {
        var mark = JSON.createObjectNode().put("kind", object.path("kind").asText())
                .put("apiVersion", object.path("apiVersion").asText());
        mark.putObject("metadata").put("resourceVersion", object.at("/metadata/resourceVersion").asText())
                .putObject("annotations").put("k8s.io/initial-events-end", "true");
        return event("ADDED", object) + event("MODIFIED", object) + event("BOOKMARK", mark);
    }

    private static String event(String type, ObjectNode object) {
        return JSON.createObjectNode().put("type", type).set("object", object) + "\n";
    }

    private static String list(ObjectNode object) {
        var list = JSON.createObjectNode().put("kind", object.path("kind").asText() + "List")
                .put("apiVersion", object.path("apiVersion").asText());
        list.putObject("metadata").put("resourceVersion", object.at("/metadata/resourceVersion").asText());
        list.putArray("items").add(object);
        return list.toString();
    }

    @Override
    public void began(ProxiedRequest request, ApiResponse reply) {
        if (WATCHED.matcher(request.path()).matches()) {
            streams.put(request, reply);
            if (cut) {
                reply.end();
            }
        }
    }

    @Override
    public void ended(ProxiedRequest request) {
        streams.remove(request);
    }
}
