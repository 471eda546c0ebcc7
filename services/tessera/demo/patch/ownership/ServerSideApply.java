package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** Server-side apply: a client says which fields it wants, and the server knows who else wants them. */
public final class ServerSideApply {

    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private ServerSideApply() {}

    /**
     * The live object with the applied fields laid over it, without the fields that this manager applied before and
     * nobody wants now, and with {@code managedFields} brought up to date. Defaults, admission and validation come after.
     * Neither argument changes.
     *
     * @param live  the stored object, or null when there is none
     * @param force whether to take fields from others instead of failing
     * @throws ApiError 409 when others own a field that would change, 400, 422 or 500 when the request makes no sense
     */
    public static ObjectNode apply(
            KindSchema kind, @Nullable ObjectNode live, ObjectNode applied, FieldWriter writer, boolean force)
            throws ApiError {
        check(kind, applied, writer);
        var before = live == null ? EmptyObject.of(kind) : FieldOwners.withoutManagedFields(live);
        var owners = live == null ? new FieldOwners() : FieldOwners.of(live);
        if (live != null && owners.isEmpty()) {
            ManagedFields.record(owners, kind, EmptyObject.of(kind), before,
                    new FieldWriter(BEFORE_FIRST_APPLY, writer.subresource(), writer.at()));
        }
        var dropped = UnmanagedFields.dropped(kind, writer.subresource());
        var id = ManagedFieldsEntry.Id.of(writer, ManagedFieldsEntry.APPLY, kind);
        var earlier = owners.get(id);
        var wanted = AppliedFields.of(kind.shape(), applied).outside(dropped).difference(UnmanagedFields.SERVERS);
        owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), earlier.map(ManagedFieldsEntry::time).orElse(""),
                wanted));

        var merged = AppliedMerge.lay(kind.shape(), before, applied);
        var after = earlier.isEmpty() ? merged : pruned(kind, merged, earlier.get().fields(), owners);
        var difference = FieldComparison.of(kind.shape(), before, after);
        var counted = difference.outside(dropped);
        var written = counted.added().union(counted.modified());
        if (!force) {
            owners.refuseConflicts(written, id);
        }
        owners.take(written.union(counted.removed()), id);
        if (!difference.nothing() || live == null) {
            owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), ManagedFieldsEntry.time(writer.at()), wanted));
        }
        return owners.on((ObjectNode) after);
    }

    /** Without what this manager applied last time and nobody owns any more. */
    private static JsonNode pruned(KindSchema kind, JsonNode merged, FieldSet lastApplied, FieldOwners owners) {
        var shape = kind.shape();
        var last = AppliedFields.withFieldsOnTheWay(shape, lastApplied);
        var all = AppliedFields.withFieldsOnTheWay(shape, AppliedFields.of(shape, merged));
        var owned = owners.all().stream().map(ManagedFieldsEntry::fields).reduce(FieldSet.EMPTY, FieldSet::union);
        var stillOwned = AppliedFields.withFieldsOnTheWay(shape, owned);

        var bare = AppliedMerge.without(shape, merged, last);
        var kept = AppliedFields.withFieldsOnTheWay(shape, AppliedFields.of(shape, bare)).union(stillOwned);
        var withOwned = AppliedMerge.without(shape, merged, all.difference(kept));
        var left = AppliedFields.withFieldsOnTheWay(shape, AppliedFields.of(shape, withOwned));
        return AppliedMerge.without(shape, merged, all.difference(left).intersection(last));
    }

    private static void check(KindSchema kind, ObjectNode applied, FieldWriter writer) throws ApiError {
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
        var problems = AppliedCheck.problems(kind, applied);
        if (!problems.isEmpty()) {
            var text = problems.size() == 1 ? problems.getFirst() : "errors:\n  " + String.join("\n  ", problems);
            throw ApiError.internal("failed to create typed patch object (%s/%s; %s, Kind=%s): %s".formatted(
                    metadata.path("namespace").asText(), metadata.path("name").asText(),
                    kind.group().isEmpty() ? "/" + kind.apiVersion() : kind.apiVersion(), kind.kindName(), text));
        }
    }

}
