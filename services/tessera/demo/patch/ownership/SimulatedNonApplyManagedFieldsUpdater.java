package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The bookkeeping of {@code metadata.managedFields} for every write but server-side apply. */
public final class SimulatedNonApplyManagedFieldsUpdater {

    private SimulatedNonApplyManagedFieldsUpdater() {}

    /**
     * Returns the new state with {@code managedFields} brought up to date. Neither state changes.
     *
     * <p>To be called after defaults were filled in and before admission changes the object, as a real server does it.
     * Fields that the write cannot change through its subresource are not counted. A client may hand back the
     * {@code managedFields} it read; an empty list counts as having said nothing, and <code>[{}]</code> ends the
     * bookkeeping until somebody applies.
     *
     * @param before the stored object, or null when the write creates it
     * @param after  what the client wants, with defaults
     */
    public static ObjectNode afterUpdate(SimulatedKindSchema kind, @Nullable ObjectNode before, ObjectNode after,
            FieldManagerIdentity writer) {
        var owners = initialOwners(before, after, writer);
        if (owners.isEmpty() && before != null) {
            return owners.writeTo(after);
        }
        recordChanges(owners, kind, before == null ? kind.emptyObject() : before, after, writer);
        return owners.writeTo(after);
    }

    /** As {@link #afterUpdate}, when the API server itself creates an object or keeps its status. */
    public static ObjectNode afterServerWrite(SimulatedKindSchema kind, @Nullable ObjectNode before, ObjectNode after,
            Instant at) {
        return afterUpdate(kind, before, after,
                new FieldManagerIdentity("kube-apiserver", before == null ? "" : "status", at));
    }

    static void recordChanges(ObjectFieldOwners owners, SimulatedKindSchema kind, ObjectNode before, ObjectNode after,
            FieldManagerIdentity writer) {
        var difference = SimulatedObjectFieldDiff
                .compare(kind.schema(), ObjectFieldOwners.withoutManagedFields(before),
                        ObjectFieldOwners.withoutManagedFields(after))
                .excluding(SimulatedServerOwnedFields.ignoredFields(kind, writer.subresource()));
        owners.takeFromOthers(difference.added().union(difference.modified()).union(difference.removed()), null);
        var written = difference.added().union(difference.modified()).difference(SimulatedServerOwnedFields.SERVERS);
        if (written.isEmpty()) {
            return;
        }
        var id = ManagedFieldsEntry.ManagedFieldsEntryKey.forWriter(writer, ManagedFieldsEntry.UPDATE, kind);
        var earlier = owners.get(id).map(ManagedFieldsEntry::fields).orElse(FieldPathSet.EMPTY);
        // A real server loses the time on its way through the scale subresource.
        var time = writer.subresource().equals("scale") ? "" : ManagedFieldsEntry.timeText(writer.at());
        owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), time, earlier.union(written)));
    }

    private static ObjectFieldOwners initialOwners(@Nullable ObjectNode before, ObjectNode after,
            FieldManagerIdentity writer) {
        var said = after.path("metadata").path("managedFields");
        if (before != null && !writer.subresource().isEmpty()) {
            return ObjectFieldOwners.fromObject(before);
        }
        if (said.size() == 1 && isBlank(said.get(0))) {
            return new ObjectFieldOwners();
        }
        var owners = ObjectFieldOwners.fromObject(after);
        return owners.isEmpty() && before != null ? ObjectFieldOwners.fromObject(before) : owners;
    }

    private static boolean isBlank(JsonNode entry) {
        return entry.isObject() && entry.isEmpty();
    }
}
