package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.StoredKubernetesObject;
import tessera.demo.store.objects.ApiVersionConversion;
import tessera.demo.store.objects.SimulatedApiStorage;

/**
 * A cache of pods that are read often and seldom changed; each version is decoded once. Their trees
 * are not to be changed. One thread.
 */
final class DecodedPodCache {

    private final SimulatedApiStorage objects;
    private final ServedResourceType type;
    private final Map<StoredKubernetesObject, ObjectNode> decodedObjects = new WeakHashMap<>();

    DecodedPodCache(SimulatedApiStorage objects, ServedResourceType type) {
        this.objects = objects;
        this.type = type;
    }

    /** Returns the pod's current object; null if there is none. */
    @Nullable
    ObjectNode currentPod(SimulatedControllerCachedPod cachedPod) {
        var stored = objects.store().get(type, cachedPod.namespace(), cachedPod.name());
        return stored == null ? null
                : decodedObjects.computeIfAbsent(stored, state -> ApiVersionConversion.fullView(type, state));
    }
}
