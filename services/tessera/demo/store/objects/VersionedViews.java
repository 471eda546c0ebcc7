package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;

/** Objects as the versions of the API show them, which may differ from their stored form. */
public final class VersionedViews {

    private VersionedViews() {}

    /** Returns whether the stored bytes have the form of this resource. */
    public static boolean isStoredForm(ResourceType type) {
        return switch (type.apiVersion()) {
            case "events.k8s.io/v1", "autoscaling/v1" -> false;
            default -> true;
        };
    }

    /** Returns the resource whose form the stored objects of a view have. */
    static ResourceType storageType(ResourceType type, ResourceCatalog catalog) {
        return catalog.get(type.plural().equals("events") ? "events" : type.qualifiedName());
    }

    /** Returns a new tree, with {@code kind} and {@code apiVersion}. */
    public static ObjectNode fullView(ResourceType type, StoredObject object) {
        return toView(type, object.toTree());
    }

    /** Converts a stored object to the form of this resource. The tree is taken over. */
    public static ObjectNode toView(ResourceType type, ObjectNode stored) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> EventsApiView.toView(stored);
            case "autoscaling/v1" -> AutoscalerView.toView(stored);
            default -> {}
        }
        var full = StoreJson.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        stored.remove("kind");
        stored.remove("apiVersion");
        full.setAll(stored);
        return full;
    }

    /** Converts an object of this resource to the stored form. The tree is taken over. */
    public static ObjectNode toStored(ResourceType type, ObjectNode shown) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> EventsApiView.toStored(shown);
            case "autoscaling/v1" -> AutoscalerView.toStored(shown);
            default -> {}
        }
        return shown;
    }
}
