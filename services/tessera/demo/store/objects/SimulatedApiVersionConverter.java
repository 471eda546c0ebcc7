package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;

/** Objects as the versions of the API show them, which may differ from their stored form. */
public final class SimulatedApiVersionConverter {

    private SimulatedApiVersionConverter() {}

    /** Returns whether the stored bytes have the form of this resource. */
    public static boolean isStoredForm(SimulatedResourceType type) {
        return switch (type.apiVersion()) {
            case "events.k8s.io/v1", "autoscaling/v1" -> false;
            default -> true;
        };
    }

    /** Returns the resource whose form the stored objects of a view have. */
    static SimulatedResourceType storageType(SimulatedResourceType type, SimulatedServedResourceCatalog catalog) {
        return catalog.get(type.plural().equals("events") ? "events" : type.qualifiedName());
    }

    /** Returns a new tree, with {@code kind} and {@code apiVersion}. */
    public static ObjectNode fullView(SimulatedResourceType type, SimulatedStoredObject object) {
        return toView(type, object.toTree());
    }

    /** Converts a stored object to the form of this resource. The tree is taken over. */
    public static ObjectNode toView(SimulatedResourceType type, ObjectNode stored) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> SimulatedEventsApiFieldConverter.toView(stored);
            case "autoscaling/v1" -> SimulatedHpaV1FieldConverter.toView(stored);
            default -> {}
        }
        var full = SimulatedStoreJsonCodec.newObject().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        stored.remove("kind");
        stored.remove("apiVersion");
        full.setAll(stored);
        return full;
    }

    /** Converts an object of this resource to the stored form. The tree is taken over. */
    public static ObjectNode toStored(SimulatedResourceType type, ObjectNode shown) {
        switch (type.apiVersion()) {
            case "events.k8s.io/v1" -> SimulatedEventsApiFieldConverter.toStored(shown);
            case "autoscaling/v1" -> SimulatedHpaV1FieldConverter.toStored(shown);
            default -> {}
        }
        return shown;
    }
}
