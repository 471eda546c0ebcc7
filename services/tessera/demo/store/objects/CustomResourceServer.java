package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.List;
import tessera.demo.object.ApiError;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoreWriter;
import tessera.demo.store.custom.CustomTypes;

/** Serves custom resources as their definitions come, and takes them away with their objects as those go. */
public final class CustomResourceServer implements WriteConsequences {

    private final ResourceCatalog catalog;
    private final ResourceSchemas schemas;
    private final ObjectStore store;
    private final Clock clock;

    public CustomResourceServer(ResourceCatalog catalog, ResourceSchemas schemas, ObjectStore store, Clock clock) {
        this.catalog = catalog;
        this.schemas = schemas;
        this.store = store;
        this.clock = clock;
    }

    @Override
    public void written(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        if (!isDefinition(type)) {
            return;
        }
        if (object.path("metadata").hasNonNull("deletionTimestamp")) {
            clean(type, object, writer);
            return;
        }
        var types = CustomTypes.of(object);
        types.forEach(custom -> schemas.learn(custom, object));
        catalog.replace(StoreJson.text(object, "spec", "group"), StoreJson.text(object, "spec", "names", "plural"),
                types);
        if (!isEstablished(object)) {
            establish(type, object, writer);
        }
    }

    @Override
    public void removed(ResourceType type, ObjectNode object, StoreWriter writer) {
        if (isDefinition(type)) {
            var group = StoreJson.text(object, "spec", "group");
            var plural = StoreJson.text(object, "spec", "names", "plural");
            CustomTypes.of(object).forEach(custom -> {
                schemas.forget(custom);
                store.drop(custom);
            });
            catalog.replace(group, plural, List.of());
        } else if (type.traits().custom() && store.list(type, "").objects().isEmpty()) {
            finish(type, writer);
        }
    }

    private static boolean isDefinition(ResourceType type) {
        return type.kind().equals("CustomResourceDefinition") && type.group().equals("apiextensions.k8s.io");
    }

    private static boolean isEstablished(ObjectNode definition) {
        for (var condition : definition.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals("Established")) {
                return true;
            }
        }
        return false;
    }

    /** A real server takes three steps for this; each is told to those who watch. */
    private void establish(ResourceType type, ObjectNode definition, StoreWriter writer) {
        var object = definition.deepCopy();
        var status = StoreJson.child(object, "status");
        var names = definition.path("spec").path("names").deepCopy();
        status.set("acceptedNames", names);
        var conditions = status.putArray("conditions");
        conditions.add(condition("NamesAccepted", "True", "NoConflicts", "no conflicts found"));
        conditions.add(condition("Established", "False", "Installing", "the initial names have been accepted"));
        var owned = ManagedFields.afterServer(schemas.of(type), definition, object, clock.instant());
        put(type, owned, writer);
        var established = (ObjectNode) owned.path("status").path("conditions").path(1);
        established.setAll(condition("Established", "True", "InitialNamesAccepted",
                "the initial names have been accepted"));
        put(type, owned, writer);
        put(type, owned, writer);
    }

    private static void put(ResourceType type, ObjectNode object, StoreWriter writer) {
        writer.put(type, object.deepCopy(), writer.get(type, "", StoreJson.text(object, "metadata", "name")));
    }

    private ObjectNode condition(String type, String status, String reason, String message) {
        return StoreJson.object().put("type", type).put("status", status)
                .put("lastTransitionTime", ObjectTimes.seconds(clock.instant())).put("reason", reason)
                .put("message", message);
    }

    /** The objects go first; one that is held by a finalizer holds its definition. */
    private void clean(ResourceType type, ObjectNode definition, StoreWriter writer) {
        boolean held = false;
        var served = CustomTypes.of(definition);
        if (!served.isEmpty()) {
            for (var stored : writer.list(served.getFirst(), "")) {
                var object = stored.tree();
                if (object.path("metadata").path("finalizers").isEmpty()) {
                    writer.remove(served.getFirst(), stored);
                } else {
                    held = true;
                    StoreJson.child(object, "metadata").put("deletionTimestamp", ObjectTimes.seconds(clock.instant()))
                            .put("deletionGracePeriodSeconds", 0);
                    writer.put(served.getFirst(), object, stored);
                }
            }
        }
        if (!held) {
            remove(type, definition, writer);
        }
    }

    private void finish(ResourceType custom, StoreWriter writer) {
        var type = catalog.get("customresourcedefinitions.apiextensions.k8s.io");
        var stored = writer.get(type, "", custom.qualified());
        if (stored != null && stored.tree().path("metadata").hasNonNull("deletionTimestamp")) {
            remove(type, stored.tree(), writer);
        }
    }

    private void remove(ResourceType type, ObjectNode definition, StoreWriter writer) {
        var stored = writer.get(type, "", StoreJson.text(definition, "metadata", "name"));
        if (stored != null) {
            writer.remove(type, stored);
            removed(type, definition, writer);
        }
    }
}
