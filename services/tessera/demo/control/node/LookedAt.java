package tessera.demo.control.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.PodCard;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.store.objects.VersionedViews;

/**
 * Pods that are looked at again and again and seldom changed, as those that wait for others: each state is read once. Their trees
 * are not to be changed. One thread.
 */
final class LookedAt {

    private final StoredObjects objects;
    private final ResourceType type;
    private final Map<StoredObject, ObjectNode> seen = new WeakHashMap<>();

    LookedAt(StoredObjects objects, ResourceType type) {
        this.objects = objects;
        this.type = type;
    }

    /** A pod as it is; null if there is none. */
    @Nullable
    ObjectNode pod(PodCard card) {
        var stored = objects.store().get(type, card.namespace(), card.name());
        return stored == null ? null : seen.computeIfAbsent(stored, state -> VersionedViews.full(type, state));
    }
}
