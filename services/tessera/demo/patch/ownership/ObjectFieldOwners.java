package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;

/** The owners of one object's fields while a write is worked out. */
final class ObjectFieldOwners {

    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";

    private final Map<ManagedFieldsEntry.ManagedFieldsEntryKey, ManagedFieldsEntry> owners = new LinkedHashMap<>();

    /** Reads the owners in an object's {@code managedFields}; none when a server could not read them. */
    static ObjectFieldOwners fromObject(JsonNode object) {
        var owners = new ObjectFieldOwners();
        for (var entry : object.path(METADATA).path(MANAGED_FIELDS)) {
            var owner = ManagedFieldsEntry.of(entry);
            if (owner.isEmpty()) {
                return new ObjectFieldOwners();
            }
            owners.put(owner.get());
        }
        return owners;
    }

    static ObjectNode withoutManagedFields(ObjectNode object) {
        if (!object.path(METADATA).has(MANAGED_FIELDS)) {
            return object;
        }
        var metadata = JsonNodeFactory.instance.objectNode();
        object.path(METADATA).properties().forEach(entry -> metadata.set(entry.getKey(), entry.getValue()));
        metadata.remove(MANAGED_FIELDS);
        return withMetadata(object, metadata);
    }

    private static ObjectNode withMetadata(ObjectNode object, ObjectNode metadata) {
        var result = JsonNodeFactory.instance.objectNode();
        result.setAll(object);
        result.set(METADATA, metadata);
        return result;
    }

    /** Returns the object with these owners in its {@code managedFields}. */
    ObjectNode writeTo(ObjectNode object) {
        var bare = withoutManagedFields(object);
        if (owners.isEmpty()) {
            return bare;
        }
        var metadata = JsonNodeFactory.instance.objectNode();
        bare.path(METADATA).properties().forEach(entry -> metadata.set(entry.getKey(), entry.getValue()));
        var entries = metadata.putArray(MANAGED_FIELDS);
        owners.values().stream().sorted(ManagedFieldsEntry.ORDER).forEach(owner -> entries.add(owner.toJson()));
        return withMetadata(bare, metadata);
    }

    boolean isEmpty() {
        return owners.isEmpty();
    }

    Collection<ManagedFieldsEntry> entries() {
        return owners.values();
    }

    Optional<ManagedFieldsEntry> get(ManagedFieldsEntry.ManagedFieldsEntryKey id) {
        return Optional.ofNullable(owners.get(id));
    }

    /** Sets an owner; one that owns nothing is removed. */
    void put(ManagedFieldsEntry owner) {
        if (owner.fields().isEmpty()) {
            owners.remove(owner.id());
        } else {
            owners.put(owner.id(), owner);
        }
    }

    /** Takes these paths from all owners but one. */
    void takeFromOthers(FieldPathSet paths, ManagedFieldsEntry.@Nullable ManagedFieldsEntryKey but) {
        changeOthers(but, fields -> fields.difference(paths));
    }

    private void changeOthers(ManagedFieldsEntry.@Nullable ManagedFieldsEntryKey but,
            UnaryOperator<FieldPathSet> change) {
        for (var owner : List.copyOf(owners.values())) {
            if (!owner.id().equals(but)) {
                put(owner.withFields(change.apply(owner.fields())));
            }
        }
    }

    /** Refuses a write to fields that others own. */
    void refuseConflicts(FieldPathSet written, ManagedFieldsEntry.ManagedFieldsEntryKey writer)
            throws SimulatedApiException {
        var causes = JsonNodeFactory.instance.arrayNode();
        var lines = new TreeMap<String, List<String>>();
        for (var owner : owners.values()) {
            if (owner.id().equals(writer)) {
                continue;
            }
            for (var path : owner.fields().intersection(written).pathTexts()) {
                causes.addObject().put("reason", "FieldManagerConflict")
                        .put("message", "conflict with " + owner.id().managerText()).put("field", path);
                lines.computeIfAbsent(owner.id().managerText(), _ -> new ArrayList<>()).add(path);
            }
        }
        if (!causes.isEmpty()) {
            var details = JsonNodeFactory.instance.objectNode();
            details.set("causes", causes);
            throw new SimulatedApiException(409, "Conflict", conflictMessage(causes.size(), lines), details);
        }
    }

    private static String conflictMessage(int conflicts, Map<String, List<String>> lines) {
        if (conflicts == 1) {
            var only = lines.entrySet().iterator().next();
            return "Apply failed with 1 conflict: conflict with %s: %s".formatted(only.getKey(),
                    only.getValue().getFirst());
        }
        var text = new ArrayList<String>();
        for (var entry : lines.entrySet()) {
            var owner = entry.getKey();
            var paths = entry.getValue();
            text.add("conflicts with " + owner + ":");
            for (var path : paths) {
                text.add("- " + path);
            }
        }
        return "Apply failed with %d conflicts: %s".formatted(conflicts, String.join("\n", text));
    }
}
