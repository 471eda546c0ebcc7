package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage;

/**
 * A cache of pods that are read often and seldom changed; each version is decoded once. Their trees
 * are not to be changed. One thread.
 */
final class SimulatedDecodedPodCache {

    private final SimulatedApiStorage objects;
    private final SimulatedResourceType type;
    private final Map<SimulatedStoredObject, ObjectNode> decodedObjects = new WeakHashMap<>();

    SimulatedDecodedPodCache(SimulatedApiStorage objects, SimulatedResourceType type) {
        this.objects = objects;
        this.type = type;
    }

    /** Returns the pod's current object; null if there is none. */
    @Nullable
    ObjectNode currentPod(SimulatedControllerCachedPod cachedPod) {
        var stored = objects.store().get(type, cachedPod.namespace(), cachedPod.name());
        if (stored == null) {
            return null;
        }
        return decodedObjects.computeIfAbsent(stored, state -> type.fullView(state));
    }
}
