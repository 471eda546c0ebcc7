package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedDeleteOptions;
import tessera.demo.store.objects.SimulatedDeletionResult;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;

/** A component of the control plane, or a kubelet, which writes objects and events under its own name. */
public final class SimulatedControlPlaneComponent {

    private static final int EVENTS_REMEMBERED = 2048;

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final String source;
    private final SimulatedWriteOptions options;
    private int eventsTold;
    /** Names of the events told lately, by what they say, so that a repetition is counted and not told anew. */
    private final Map<String, String> recentEventNames = new LinkedHashMap<>(64, 0.75f, true) {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > EVENTS_REMEMBERED;
        }
    };

    /** @param manager its name in managed fields, unlike that in events */
    public SimulatedControlPlaneComponent(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            String manager, String source) {
        this.loop = loop;
        this.types = types;
        this.source = source;
        options = SimulatedWriteOptions.managedBy(manager);
    }

    public SimulatedApiStorage objects() {
        return loop.objects();
    }

    public Instant now() {
        return loop.clock().instant();
    }

    public @Nullable ObjectNode find(SimulatedResourceType type, String namespace, String name) {
        return objects().find(type, namespace, name);
    }

    public ObjectNode create(SimulatedResourceType type, ObjectNode object) throws SimulatedApiException {
        return objects().create(type, object, options);
    }

    /** Changes an object without its status. */
    public ObjectNode edit(SimulatedResourceType type, JsonNode object, Consumer<ObjectNode> change)
            throws SimulatedApiException {
        return objects().edit(target(type, object), change::accept, options);
    }

    /** Changes the status of an object. */
    public ObjectNode editStatus(SimulatedResourceType type, JsonNode object, Consumer<ObjectNode> change)
            throws SimulatedApiException {
        return objects().edit(target(type, object).withSubresource("status"),
                draft -> change.accept(draft.withObjectProperty("status")), options);
    }

    /** Changes an object through its status endpoint, so that annotations change without a new generation. */
    public ObjectNode editThroughStatus(SimulatedResourceType type, JsonNode object, Consumer<ObjectNode> change)
            throws SimulatedApiException {
        return objects().edit(target(type, object).withSubresource("status"), change::accept, options);
    }

    /** Changes an object's status without validation, for frequent writes. */
    public void writeStatus(SimulatedResourceType type, JsonNode object, Consumer<ObjectNode> change)
            throws SimulatedApiException {
        var target = target(type, object);
        objects().runTogether(objects -> {
            var fresh = objects.get(target);
            change.accept(fresh);
            objects.overwrite(target, fresh);
            return fresh;
        });
    }

    /** Binds a pod to a node, as the scheduler does. */
    public ObjectNode bind(JsonNode pod, String node) throws SimulatedApiException {
        var target = target(types.pods(), pod);
        var binding = SimulatedStoreJsonCodec.newObject();
        binding.putObject("target").put("kind", "Node").put("name", node);
        return objects().runTogether(objects -> {
            objects.bindPod(target.namespace(), target.name(), binding, false);
            return objects.get(target);
        });
    }

    /** Returns the current object of a pod; null if it is gone. */
    public @Nullable ObjectNode findPod(SimulatedCachedPod cachedPod) {
        return find(types.pods(), cachedPod.namespace(), cachedPod.name());
    }

    public SimulatedDeletionResult delete(SimulatedResourceType type, JsonNode object) throws SimulatedApiException {
        return delete(type, object, SimulatedDeleteOptions.USUAL);
    }

    /** Deletes an object at once and its dependents afterwards. */
    public SimulatedDeletionResult deleteInBackground(SimulatedResourceType type, JsonNode object)
            throws SimulatedApiException {
        return delete(type, object, propagationOptions("Background"));
    }

    public SimulatedDeletionResult delete(SimulatedResourceType type, JsonNode object, SimulatedDeleteOptions how)
            throws SimulatedApiException {
        return objects().delete(target(type, object), how);
    }

    /**
     * Returns delete options with a propagation policy.
     *
     * @param how {@code Background}, {@code Foreground} or {@code Orphan}
     */
    public static SimulatedDeleteOptions propagationOptions(String how) {
        return new SimulatedDeleteOptions(SimulatedStoreJsonCodec.newObject().put("propagationPolicy", how), false);
    }

    public static SimulatedObjectWriteTarget target(SimulatedResourceType type, JsonNode object) {
        return SimulatedObjectWriteTarget.of(type, SimulatedMetadata.namespaceOf(object),
                SimulatedMetadata.nameOf(object));
    }

    /** Records an event, or increments the count of the same recent one. */
    public void recordEvent(SimulatedResourceType type, JsonNode object, SimulatedEvent note) {
        try {
            var key = SimulatedMetadata.uidOf(object) + "/" + note.reason() + "/" + note.message();
            var name = recentEventNames.get(key);
            if (name == null || !repeatEvent(object, name)) {
                recentEventNames.put(key, newEvent(type, object, note));
            }
        } catch (SimulatedApiException lost) {
            // Events are told at best effort: a namespace that ends takes no more of them.
        }
    }

    private boolean repeatEvent(JsonNode object, String name) throws SimulatedApiException {
        var event = find(types.events(), namespaceOf(object), name);
        if (event == null) {
            return false;
        }
        edit(types.events(), event, old -> old.put("count", old.path("count").asInt(1) + 1).put("lastTimestamp",
                SimulatedTimestampFormat.secondsText(now())));
        return true;
    }

    private String newEvent(SimulatedResourceType type, JsonNode object, SimulatedEvent note)
            throws SimulatedApiException {
        var metadata = object.path("metadata");
        var now = now();
        var event = SimulatedMetadata.newObject("v1", "Event", namespaceOf(object),
                SimulatedMetadata.nameOf(object) + "." + eventSuffix(now));
        var involved = event.putObject("involvedObject").put("kind", type.kind());
        for (var field : new String[] {"namespace", "name", "uid"}) {
            if (metadata.has(field)) {
                involved.put(field, metadata.path(field).asText());
            }
        }
        involved.put("apiVersion", type.apiVersion());
        if (metadata.has("resourceVersion")) {
            involved.put("resourceVersion", metadata.path("resourceVersion").asText());
        }
        event.put("reason", note.reason()).put("message", note.message());
        var source = event.putObject("source").put("component", this.source);
        if (!note.host().isEmpty()) {
            source.put("host", note.host());
        }
        event.put("firstTimestamp", SimulatedTimestampFormat.secondsText(now))
                .put("lastTimestamp", SimulatedTimestampFormat.secondsText(now)).put("count", 1)
                .put("type", note.type()).putNull("eventTime").put("reportingComponent", this.source)
                .put("reportingInstance", note.host());
        return SimulatedMetadata.nameOf(create(types.events(), event));
    }

    /** Returns the time in hexadecimal nanoseconds, made unique where the clock is too coarse. */
    private String eventSuffix(Instant now) {
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return Long.toHexString(nanos + eventsTold++ % 1000);
    }

    private static String namespaceOf(JsonNode object) {
        var namespace = SimulatedMetadata.namespaceOf(object);
        return namespace.isEmpty() ? "default" : namespace;
    }
}
