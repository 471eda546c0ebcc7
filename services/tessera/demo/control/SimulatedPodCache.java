package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** The pods known to the control loop, including its own writes that the watch has not delivered yet. */
public final class SimulatedPodCache {

    private static final String NOBODY = "nobody in ";

    private final Map<String, SimulatedCachedPod> byUid = new LinkedHashMap<>();
    private final Map<String, Map<String, SimulatedCachedPod>> byOwner = new HashMap<>();
    private final Map<String, Map<String, SimulatedCachedPod>> byNode = new HashMap<>();
    private final Map<String, Map<String, SimulatedCachedPod>> byNamespace = new HashMap<>();
    /** Gone, but the loop has not been told yet. */
    private final Set<String> deletedUids = new HashSet<>();
    private final List<BiConsumer<@Nullable SimulatedCachedPod, @Nullable SimulatedCachedPod>> listeners = new ArrayList<>();

    public SimulatedPodCache(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        loop.follow(types.pods(), this::podChanged);
    }

    /** Adds a listener told what a pod was and is; one of the two is null when it is new or gone. */
    public void addListener(BiConsumer<@Nullable SimulatedCachedPod, @Nullable SimulatedCachedPod> listener) {
        listeners.add(listener);
    }

    /** Adds a pod that the loop itself has just written, before the watch delivers it. */
    public void addWritten(JsonNode pod) {
        putPod(SimulatedCachedPod.of(pod));
    }

    /** Removes a pod that the loop itself has just deleted. */
    public void removeDeleted(String uid) {
        deletedUids.add(uid);
        removePod(uid);
    }

    private void podChanged(WatchEventType kind, ObjectNode pod) {
        if (kind == WatchEventType.DELETED) {
            var uid = SimulatedMetadata.uidOf(pod);
            removePod(uid);
            deletedUids.remove(uid);
        } else {
            putPod(SimulatedCachedPod.of(pod));
        }
    }

    private void removePod(String uid) {
        var cachedPod = unindexPod(uid);
        if (cachedPod != null) {
            listeners.forEach(listener -> listener.accept(cachedPod, null));
        }
    }

    private void putPod(SimulatedCachedPod cachedPod) {
        var before = byUid.get(cachedPod.uid());
        if (deletedUids.contains(cachedPod.uid()) || (before != null && before.version() >= cachedPod.version())) {
            return;
        }
        unindexPod(cachedPod.uid());
        byUid.put(cachedPod.uid(), cachedPod);
        addToIndex(byOwner, ownerKey(cachedPod), cachedPod);
        addToIndex(byNode, cachedPod.nodeName(), cachedPod);
        addToIndex(byNamespace, cachedPod.namespace(), cachedPod);
        listeners.forEach(listener -> listener.accept(before, cachedPod));
    }

    private @Nullable SimulatedCachedPod unindexPod(String uid) {
        var cachedPod = byUid.remove(uid);
        if (cachedPod != null) {
            removeFromIndex(byOwner, ownerKey(cachedPod), uid);
            removeFromIndex(byNode, cachedPod.nodeName(), uid);
            removeFromIndex(byNamespace, cachedPod.namespace(), uid);
        }
        return cachedPod;
    }

    /** Returns the owner's UID, or a key of the namespace for orphans. */
    private static String ownerKey(SimulatedCachedPod cachedPod) {
        return cachedPod.ownerUid().isEmpty() ? NOBODY + cachedPod.namespace() : cachedPod.ownerUid();
    }

    private static void addToIndex(Map<String, Map<String, SimulatedCachedPod>> index, String key,
            SimulatedCachedPod cachedPod) {
        if (!key.isEmpty()) {
            index.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(cachedPod.uid(), cachedPod);
        }
    }

    private static void removeFromIndex(Map<String, Map<String, SimulatedCachedPod>> index, String key, String uid) {
        index.computeIfPresent(key, (_, cards) -> {
            cards.remove(uid);
            return cards.isEmpty() ? null : cards;
        });
    }

    public @Nullable SimulatedCachedPod byUid(String uid) {
        return byUid.get(uid);
    }

    /** Returns the pods of a controller, in the order of their creation. */
    public List<SimulatedCachedPod> ownedBy(String uid) {
        return List.copyOf(byOwner.getOrDefault(uid, Map.of()).values());
    }

    /** Returns the pods of a namespace that have no controller. */
    public List<SimulatedCachedPod> orphansIn(String namespace) {
        return ownedBy(NOBODY + namespace);
    }

    public List<SimulatedCachedPod> onNode(String node) {
        return List.copyOf(byNode.getOrDefault(node, Map.of()).values());
    }

    public List<SimulatedCachedPod> inNamespace(String namespace) {
        return List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values());
    }
}
