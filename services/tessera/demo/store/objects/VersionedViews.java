package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;

/** Objects as the versions of the API show them, which may differ from how they are kept. */
public final class VersionedViews {

    private VersionedViews() {}

    /** Whether the stored bytes are what this resource shows. */
    public static boolean direct(ResourceType type) {
        return switch (type.apiVersion()) {
            case "events.k8s.io/v1", "autoscaling/v1" -> false;
            default -> true;
        };
    }

    /** The resource whose form the objects of a view are kept in. */
    static ResourceType kept(ResourceType type, ResourceCatalog catalog) {
        return catalog.get(type.plural().equals("events") ? "events" : type.qualified());
    }

    /** A tree of one's own, with {@code kind} and {@code apiVersion}. */
    public static ObjectNode full(ResourceType type, StoredObject object) {
        return shown(type, object.tree());
    }

    /** What is stored, as this resource shows it. The tree is taken over. */
    public static ObjectNode shown(ResourceType type, ObjectNode stored) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> EventView.show(stored);
            case "autoscaling/v1" -> AutoscalerView.show(stored);
            default -> {}
        }
        var full = StoreJson.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        stored.remove("kind");
        stored.remove("apiVersion");
        full.setAll(stored);
        return full;
    }

    /** What this resource shows, as it is to be stored. The tree is taken over. */
    public static ObjectNode kept(ResourceType type, ObjectNode shown) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> EventView.keep(shown);
            case "autoscaling/v1" -> AutoscalerView.keep(shown);
            default -> {}
        }
        return shown;
    }
}
