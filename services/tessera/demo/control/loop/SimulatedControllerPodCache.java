package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedStoredObjectChange;

/** The pods known to the control loop, including its own writes that the watch has not delivered yet. */
public final class SimulatedControllerPodCache {

    private static final String NOBODY = "nobody in ";

    private final Map<String, SimulatedControllerCachedPod> byUid = new LinkedHashMap<>();
    private final Map<String, Map<String, SimulatedControllerCachedPod>> byOwner = new HashMap<>();
    private final Map<String, Map<String, SimulatedControllerCachedPod>> byNode = new HashMap<>();
    private final Map<String, Map<String, SimulatedControllerCachedPod>> byNamespace = new HashMap<>();
    /** Gone, but the loop has not been told yet. */
    private final Set<String> deletedUids = new HashSet<>();
    private final List<BiConsumer<@Nullable SimulatedControllerCachedPod, @Nullable SimulatedControllerCachedPod>> listeners = new ArrayList<>();

    public SimulatedControllerPodCache(SimulatedControlLoop loop, SimulatedControllerResourceTypes types) {
        loop.follow(types.pods(), this::podChanged);
    }

    /**
     * Adds a listener for all changes.
     *
     * @param listener told what a pod was and is; one of the two is null when it is new or gone
     */
    public void addListener(
            BiConsumer<@Nullable SimulatedControllerCachedPod, @Nullable SimulatedControllerCachedPod> listener) {
        listeners.add(listener);
    }

    /** Adds a pod that the loop itself has just written, before the watch delivers it. */
    public void addWritten(JsonNode pod) {
        putPod(SimulatedControllerCachedPod.of(pod));
    }

    /** Removes a pod that the loop itself has just deleted. */
    public void removeDeleted(String uid) {
        deletedUids.add(uid);
        removePod(uid);
    }

    private void podChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode pod) {
        if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
            var uid = pod.path("metadata").path("uid").asText();
            removePod(uid);
            deletedUids.remove(uid);
        } else {
            putPod(SimulatedControllerCachedPod.of(pod));
        }
    }

    private void removePod(String uid) {
        var cachedPod = unindexPod(uid);
        if (cachedPod != null) {
            listeners.forEach(listener -> listener.accept(cachedPod, null));
        }
    }

    private void putPod(SimulatedControllerCachedPod cachedPod) {
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

    private @Nullable SimulatedControllerCachedPod unindexPod(String uid) {
        var cachedPod = byUid.remove(uid);
        if (cachedPod != null) {
            removeFromIndex(byOwner, ownerKey(cachedPod), uid);
            removeFromIndex(byNode, cachedPod.nodeName(), uid);
            removeFromIndex(byNamespace, cachedPod.namespace(), uid);
        }
        return cachedPod;
    }

    /** Returns the owner's UID, or a key of the namespace for orphans. */
    private static String ownerKey(SimulatedControllerCachedPod cachedPod) {
        return cachedPod.ownerUid().isEmpty() ? NOBODY + cachedPod.namespace() : cachedPod.ownerUid();
    }

    private static void addToIndex(Map<String, Map<String, SimulatedControllerCachedPod>> index, String key,
            SimulatedControllerCachedPod cachedPod) {
        if (!key.isEmpty()) {
            index.computeIfAbsent(key, _ -> new LinkedHashMap<>()).put(cachedPod.uid(), cachedPod);
        }
    }

    private static void removeFromIndex(Map<String, Map<String, SimulatedControllerCachedPod>> index, String key,
            String uid) {
        var cards = index.get(key);
        if (cards != null) {
            cards.remove(uid);
            if (cards.isEmpty()) {
                index.remove(key);
            }
        }
    }

    public Collection<SimulatedControllerCachedPod> allPods() {
        return List.copyOf(byUid.values());
    }

    public @Nullable SimulatedControllerCachedPod byUid(String uid) {
        return byUid.get(uid);
    }

    /** Returns the pods of a controller, in the order of their creation. */
    public List<SimulatedControllerCachedPod> ownedBy(String uid) {
        return List.copyOf(byOwner.getOrDefault(uid, Map.of()).values());
    }

    /** Returns the pods of a namespace that have no controller. */
    public List<SimulatedControllerCachedPod> orphansIn(String namespace) {
        return ownedBy(NOBODY + namespace);
    }

    public List<SimulatedControllerCachedPod> onNode(String node) {
        return List.copyOf(byNode.getOrDefault(node, Map.of()).values());
    }

    public List<SimulatedControllerCachedPod> inNamespace(String namespace) {
        return List.copyOf(byNamespace.getOrDefault(namespace, Map.of()).values());
    }
}
