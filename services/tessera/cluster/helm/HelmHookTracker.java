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
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A proxy filter that tracks the hook Helm waits for, by the watches Helm opens. Helm gives nothing up by itself: once it is to be
 * cut short, it is told of the hook that it has failed, as it is for whoever asked for it. Helm then notes the revision as failed,
 * which others can go on from, and not as one that somebody is still at.
 */
final class HelmHookTracker implements HelmApiRequestFilter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmHookTracker.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern WATCHED = Pattern
            .compile("(?<collection>/api(?:/v1|s/batch/v1)/namespaces/" + "(?<namespace>[^/?]+)/(?<plural>"
                    + "jobs|pods))\\?(?:.*&)?" + "fieldSelector=metadata\\.name(?:%3D|=)(?<name>[^&]+).*");
    private static final String CUT = "StoppedByUser";
    private static final int OK = 200;

    private final ApiObjectReader objects;
    private final AtomicReference<@Nullable ObjectRef> hook = new AtomicReference<>();
    private final Map<ProxiedHelmRequest, ApiResponse> streams = new ConcurrentHashMap<>();
    private volatile boolean cancelled;
    private volatile boolean changes;

    HelmHookTracker(ApiTransportSupplier transportSupplier) {
        objects = new ApiObjectReader(transportSupplier);
    }

    /** Returns the Job or pod that Helm waits for; empty while it does something itself. */
    Optional<ObjectRef> currentHook() {
        return Optional.ofNullable(hook.get());
    }

    /** Returns whether Helm has sent any request that changes the cluster. */
    boolean hasChanges() {
        return changes;
    }

    /** Makes Helm give up the hook that it waits for, and all later ones. */
    void cutShort() {
        cancelled = true;
        streams.values().forEach(ApiResponse::cancel);
    }

    @Override
    public Optional<SubstituteApiResponse> answer(ProxiedHelmRequest request)
            throws ProblemException, InterruptedException {
        var watched = WATCHED.matcher(request.path());
        if (!request.isRead()) {
            changes = true;
            hook.set(null);
        } else if (watched.matches()) {
            var name = watched.group("name");
            boolean job = watched.group("plural").equals("jobs");
            var namespace = watched.group("namespace");
            hook.set(job ? new ObjectRef("batch/v1", "Job", "jobs", namespace, name) : ObjectRef.pod(namespace, name));
            if (cancelled) {
                var failed = failedHook(
                        objects.readJson(watched.group("collection") + "/" + name, MESSAGES.text("read.hook")), job);
                return Optional.of(new SubstituteApiResponse(OK,
                        request.path().contains("watch=") ? watchEvents(failed) : listOf(failed)));
            }
        }
        return Optional.empty();
    }

    /** Returns a copy of the hook whose status says that it failed. */
    private static ObjectNode failedHook(JsonNode hook, boolean job) {
        ObjectNode object = hook.deepCopy();
        var status = object.withObjectProperty("status");
        if (job) {
            status.putArray("conditions").addObject().put("type", "Failed").put("status", "True").put("reason", CUT);
        } else {
            status.put("phase", "Failed").put("reason", CUT);
        }
        return object;
    }

    /** Returns watch events for both kinds of watch: one that begins with the existing objects, and one that continues. */
    private static String watchEvents(ObjectNode object) {
        var mark = JSON.createObjectNode().put("kind", object.path("kind").asText()).put("apiVersion",
                object.path("apiVersion").asText());
        mark.putObject("metadata").put("resourceVersion", object.at("/metadata/resourceVersion").asText())
                .putObject("annotations").put("k8s.io/initial-events-end", "true");
        return watchEvent("ADDED", object) + watchEvent("MODIFIED", object) + watchEvent("BOOKMARK", mark);
    }

    private static String watchEvent(String type, ObjectNode object) {
        return JSON.createObjectNode().put("type", type).set("object", object) + "\n";
    }

    private static String listOf(ObjectNode object) {
        var list = JSON.createObjectNode().put("kind", object.path("kind").asText() + "List").put("apiVersion",
                object.path("apiVersion").asText());
        list.putObject("metadata").put("resourceVersion", object.at("/metadata/resourceVersion").asText());
        list.putArray("items").add(object);
        return list.toString();
    }

    @Override
    public void responseBegan(ProxiedHelmRequest request, ApiResponse reply) {
        if (WATCHED.matcher(request.path()).matches()) {
            streams.put(request, reply);
            if (cancelled) {
                reply.cancel();
            }
        }
    }

    @Override
    public void requestEnded(ProxiedHelmRequest request) {
        streams.remove(request);
    }
}
