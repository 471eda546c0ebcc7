package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.VersionedViews;

/**
 * A cache of pods that are read often and seldom changed; each version is decoded once. Their trees
 * are not to be changed. One thread.
 */
final class PodReadCache {

    private final StoredObjects objects;
    private final ResourceType type;
    private final Map<StoredObject, ObjectNode> seen = new WeakHashMap<>();

    PodReadCache(StoredObjects objects, ResourceType type) {
        this.objects = objects;
        this.type = type;
    }

    /** Returns the pod's current object; null if there is none. */
    @Nullable
    ObjectNode currentPod(CachedPod card) {
        var stored = objects.store().get(type, card.namespace(), card.name());
        return stored == null ? null : seen.computeIfAbsent(stored, state -> VersionedViews.fullView(type, state));
    }
}
