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
import tessera.demo.store.custom.CustomResourceTypes;

/** Serves custom resources as their definitions come, and removes them with their objects as those go. */
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
    public void afterWrite(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError {
        if (!isDefinition(type)) {
            return;
        }
        if (object.path("metadata").hasNonNull("deletionTimestamp")) {
            deleteInstances(type, object, writer);
            return;
        }
        var types = CustomResourceTypes.readVersions(object);
        types.forEach(custom -> schemas.learnSchema(custom, object));
        catalog.replaceVersions(StoreJson.textAt(object, "spec", "group"),
                StoreJson.textAt(object, "spec", "names", "plural"),
                types);
        if (!isEstablished(object)) {
            establishDefinition(type, object, writer);
        }
    }

    @Override
    public void afterRemoval(ResourceType type, ObjectNode object, StoreWriter writer) {
        if (isDefinition(type)) {
            var group = StoreJson.textAt(object, "spec", "group");
            var plural = StoreJson.textAt(object, "spec", "names", "plural");
            CustomResourceTypes.readVersions(object).forEach(custom -> {
                schemas.forgetSchema(custom);
                store.dropResource(custom);
            });
            catalog.replaceVersions(group, plural, List.of());
        } else if (type.traits().isCustom() && store.list(type, "").objects().isEmpty()) {
            finishDeletion(type, writer);
        }
    }

    private static boolean isDefinition(ResourceType type) {
        return type.kind().equals("CustomResourceDefinition") && type.group().equals("apiextensions.k8s.io");
    }

    private static boolean isEstablished(ObjectNode definition) {
        for (var condition : definition.path("status").path("conditions")) {
            if (StoreJson.textAt(condition, "type").equals("Established")) {
                return true;
            }
        }
        return false;
    }

    /** Establishes a definition in the three steps of a real server; each is reported to watches. */
    private void establishDefinition(ResourceType type, ObjectNode definition, StoreWriter writer) {
        var object = definition.deepCopy();
        var status = StoreJson.childObject(object, "status");
        var names = definition.path("spec").path("names").deepCopy();
        status.set("acceptedNames", names);
        var conditions = status.putArray("conditions");
        conditions.add(createCondition("NamesAccepted", "True", "NoConflicts", "no conflicts found"));
        conditions.add(createCondition("Established", "False", "Installing", "the initial names have been accepted"));
        var owned = ManagedFields.afterServerWrite(schemas.schemaOf(type), definition, object, clock.instant());
        putObject(type, owned, writer);
        var established = (ObjectNode) owned.path("status").path("conditions").path(1);
        established.setAll(createCondition("Established", "True", "InitialNamesAccepted",
                "the initial names have been accepted"));
        putObject(type, owned, writer);
        putObject(type, owned, writer);
    }

    private static void putObject(ResourceType type, ObjectNode object, StoreWriter writer) {
        writer.put(type, object.deepCopy(), writer.get(type, "", StoreJson.textAt(object, "metadata", "name")));
    }

    private ObjectNode createCondition(String type, String status, String reason, String message) {
        return StoreJson.newObject().put("type", type).put("status", status)
                .put("lastTransitionTime", ObjectTimes.secondsText(clock.instant())).put("reason", reason)
                .put("message", message);
    }

    /** Deletes the objects of a definition first; one with a finalizer keeps its definition. */
    private void deleteInstances(ResourceType type, ObjectNode definition, StoreWriter writer) {
        boolean held = false;
        var served = CustomResourceTypes.readVersions(definition);
        if (!served.isEmpty()) {
            for (var stored : writer.list(served.getFirst(), "")) {
                var object = stored.toTree();
                if (object.path("metadata").path("finalizers").isEmpty()) {
                    writer.remove(served.getFirst(), stored);
                } else {
                    held = true;
                    StoreJson.childObject(object, "metadata")
                            .put("deletionTimestamp", ObjectTimes.secondsText(clock.instant()))
                            .put("deletionGracePeriodSeconds", 0);
                    writer.put(served.getFirst(), object, stored);
                }
            }
        }
        if (!held) {
            removeDefinition(type, definition, writer);
        }
    }

    private void finishDeletion(ResourceType custom, StoreWriter writer) {
        var type = catalog.get("customresourcedefinitions.apiextensions.k8s.io");
        var stored = writer.get(type, "", custom.qualifiedName());
        if (stored != null && stored.toTree().path("metadata").hasNonNull("deletionTimestamp")) {
            removeDefinition(type, stored.toTree(), writer);
        }
    }

    private void removeDefinition(ResourceType type, ObjectNode definition, StoreWriter writer) {
        var stored = writer.get(type, "", StoreJson.textAt(definition, "metadata", "name"));
        if (stored != null) {
            writer.remove(type, stored);
            afterRemoval(type, definition, writer);
        }
    }
}
