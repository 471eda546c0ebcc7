package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** Server-side apply: a client names the fields that it manages, and the server knows their other managers. */
public final class ServerSideApply {

    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private ServerSideApply() {}

    /**
     * Returns the live object with the applied fields, without fields that this manager applied before and nobody owns now, and with {@code managedFields} updated. Defaults, admission and validation come after.
     * Neither argument changes.
     *
     * @param live  the stored object, or null when there is none
     * @param force whether to take fields from others instead of failing
     * @throws ApiError 409 when others own a field that would change, 400, 422 or 500 when the request makes no sense
     */
    public static ObjectNode apply(
            KindSchema kind, @Nullable ObjectNode live, ObjectNode applied, FieldWriter writer, boolean force)
            throws ApiError {
        checkApplied(kind, applied, writer);
        var before = live == null ? EmptyObject.emptyObject(kind) : FieldOwners.withoutManagedFields(live);
        var owners = live == null ? new FieldOwners() : FieldOwners.fromObject(live);
        if (live != null && owners.isEmpty()) {
            ManagedFields.recordChanges(owners, kind, EmptyObject.emptyObject(kind), before,
                    new FieldWriter(BEFORE_FIRST_APPLY, writer.subresource(), writer.at()));
        }
        var dropped = UnmanagedFields.ignoredFields(kind, writer.subresource());
        var id = ManagedFieldsEntry.Id.forWriter(writer, ManagedFieldsEntry.APPLY, kind);
        var earlier = owners.get(id);
        var wanted = AppliedFields.appliedFields(kind.shape(), applied).differenceWithDescendants(dropped)
                .difference(UnmanagedFields.SERVERS);
        owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), earlier.map(ManagedFieldsEntry::time).orElse(""),
                wanted));

        var merged = AppliedMerge.overlay(kind.shape(), before, applied);
        var after = earlier.isEmpty() ? merged : pruneUnowned(kind, merged, earlier.get().fields(), owners);
        var difference = FieldComparison.compare(kind.shape(), before, after);
        var counted = difference.excluding(dropped);
        var written = counted.added().union(counted.modified());
        if (!force) {
            owners.refuseConflicts(written, id);
        }
        owners.takeFromOthers(written.union(counted.removed()), id);
        if (!difference.isUnchanged() || live == null) {
            owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), ManagedFieldsEntry.timeText(writer.at()), wanted));
        }
        return owners.writeTo((ObjectNode) after);
    }

    /** Removes the fields that this manager applied last time and nobody owns any more. */
    private static JsonNode pruneUnowned(KindSchema kind, JsonNode merged, FieldPathSet lastApplied,
            FieldOwners owners) {
        var shape = kind.shape();
        var last = AppliedFields.withIntermediateFields(shape, lastApplied);
        var all = AppliedFields.withIntermediateFields(shape, AppliedFields.appliedFields(shape, merged));
        var owned = owners.entries().stream().map(ManagedFieldsEntry::fields).reduce(FieldPathSet.EMPTY,
                FieldPathSet::union);
        var stillOwned = AppliedFields.withIntermediateFields(shape, owned);

        var bare = AppliedMerge.removeFields(shape, merged, last);
        var kept = AppliedFields.withIntermediateFields(shape, AppliedFields.appliedFields(shape, bare))
                .union(stillOwned);
        var withOwned = AppliedMerge.removeFields(shape, merged, all.difference(kept));
        var left = AppliedFields.withIntermediateFields(shape, AppliedFields.appliedFields(shape, withOwned));
        return AppliedMerge.removeFields(shape, merged, all.difference(left).intersection(last));
    }

    private static void checkApplied(KindSchema kind, ObjectNode applied, FieldWriter writer) throws ApiError {
        if (writer.manager().isEmpty()) {
            throw ApiError.invalid(new ApiError.ErrorSubject("meta.k8s.io", "PatchOptions", ""),
                    List.of(new ApiError.Cause(
                            "FieldValueRequired", "Required value: is required for apply patch", "fieldManager")));
        }
        var metadata = applied.path("metadata");
        if (metadata.has("managedFields") && !metadata.get("managedFields").isNull()) {
            throw ApiError.badRequest("metadata.managedFields must be nil");
        }
        var version = applied.path("apiVersion").asText();
        if (!version.equals(kind.apiVersion())) {
            throw ApiError
                    .badRequest("Incorrect version specified in apply patch. Specified patch version: %s, expected: %s"
                            .formatted(version, kind.apiVersion()));
        }
        var problems = AppliedCheck.findProblems(kind, applied);
        if (!problems.isEmpty()) {
            var text = problems.size() == 1 ? problems.getFirst() : "errors:\n  " + String.join("\n  ", problems);
            throw ApiError.internalError("failed to create typed patch object (%s/%s; %s, Kind=%s): %s".formatted(
                    metadata.path("namespace").asText(), metadata.path("name").asText(),
                    kind.group().isEmpty() ? "/" + kind.apiVersion() : kind.apiVersion(), kind.kindName(), text));
        }
    }

}
