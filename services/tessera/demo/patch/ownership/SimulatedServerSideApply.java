package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.kube.schema.FieldViolation;

/** Server-side apply: a client names the fields that it manages, and the server knows their other managers. */
public final class SimulatedServerSideApply {

    private static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private SimulatedServerSideApply() {}

    /**
     * Returns the live object with the applied fields, without fields that this manager applied before and nobody owns now, and with {@code managedFields} updated. Defaults, admission and validation come after.
     * Neither argument changes.
     *
     * @param live  the stored object, or null when there is none
     * @param force whether to take fields from others instead of failing
     * @throws SimulatedApiException 409 when others own a field that would change, 400, 422 or 500 when the request makes no sense
     */
    public static ObjectNode apply(
            SimulatedKindSchema kind, @Nullable ObjectNode live, ObjectNode applied, FieldManagerIdentity writer,
            boolean force)
            throws SimulatedApiException {
        checkApplied(kind, applied, writer);
        var before = live == null ? SimulatedEmptyObjectFactory.emptyObject(kind)
                : ObjectFieldOwners.withoutManagedFields(live);
        var owners = live == null ? new ObjectFieldOwners() : ObjectFieldOwners.fromObject(live);
        if (live != null && owners.isEmpty()) {
            SimulatedNonApplyManagedFieldsUpdater.recordChanges(owners, kind,
                    SimulatedEmptyObjectFactory.emptyObject(kind),
                    before,
                    new FieldManagerIdentity(BEFORE_FIRST_APPLY, writer.subresource(), writer.at()));
        }
        var dropped = SimulatedServerOwnedFields.ignoredFields(kind, writer.subresource());
        var id = ManagedFieldsEntry.ManagedFieldsEntryKey.forWriter(writer, ManagedFieldsEntry.APPLY, kind);
        var earlier = owners.get(id);
        var wanted = SimulatedAppliedFieldExtractor.appliedFields(kind.schema(), applied)
                .differenceWithDescendants(dropped)
                .difference(SimulatedServerOwnedFields.SERVERS);
        owners.put(new ManagedFieldsEntry(id, kind.apiVersion(), earlier.map(ManagedFieldsEntry::time).orElse(""),
                wanted));

        var merged = ServerSideApplyMerge.overlay(kind.schema(), before, applied);
        var after = earlier.isEmpty() ? merged : pruneUnowned(kind, merged, earlier.get().fields(), owners);
        var difference = SimulatedObjectFieldDiff.compare(kind.schema(), before, after);
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
    private static JsonNode pruneUnowned(SimulatedKindSchema kind, JsonNode merged, FieldPathSet lastApplied,
            ObjectFieldOwners owners) {
        var schema = kind.schema();
        var last = SimulatedAppliedFieldExtractor.withIntermediateFields(schema, lastApplied);
        var all = SimulatedAppliedFieldExtractor.withIntermediateFields(schema,
                SimulatedAppliedFieldExtractor.appliedFields(schema, merged));
        var owned = owners.entries().stream().map(ManagedFieldsEntry::fields).reduce(FieldPathSet.EMPTY,
                FieldPathSet::union);
        var stillOwned = SimulatedAppliedFieldExtractor.withIntermediateFields(schema, owned);

        var bare = ServerSideApplyMerge.removeFields(schema, merged, last);
        var kept = SimulatedAppliedFieldExtractor
                .withIntermediateFields(schema, SimulatedAppliedFieldExtractor.appliedFields(schema, bare))
                .union(stillOwned);
        var withOwned = ServerSideApplyMerge.removeFields(schema, merged, all.difference(kept));
        var left = SimulatedAppliedFieldExtractor.withIntermediateFields(schema,
                SimulatedAppliedFieldExtractor.appliedFields(schema, withOwned));
        return ServerSideApplyMerge.removeFields(schema, merged, all.difference(left).intersection(last));
    }

    private static void checkApplied(SimulatedKindSchema kind, ObjectNode applied, FieldManagerIdentity writer)
            throws SimulatedApiException {
        if (writer.manager().isEmpty()) {
            throw SimulatedApiException
                    .invalid(new SimulatedApiException.ErrorSubject("meta.k8s.io", "PatchOptions", ""),
                            FieldViolation.required("fieldManager", "is required for apply patch"));
        }
        var metadata = applied.path("metadata");
        if (metadata.has("managedFields") && !metadata.get("managedFields").isNull()) {
            throw SimulatedApiException.badRequest("metadata.managedFields must be nil");
        }
        var version = applied.path("apiVersion").asText();
        if (!version.equals(kind.apiVersion())) {
            throw SimulatedApiException
                    .badRequest("Incorrect version specified in apply patch. Specified patch version: %s, expected: %s"
                            .formatted(version, kind.apiVersion()));
        }
        var problems = SimulatedAppliedObjectValidation.findProblems(kind, applied);
        if (!problems.isEmpty()) {
            var text = problems.size() == 1 ? problems.getFirst() : "errors:\n  " + String.join("\n  ", problems);
            throw SimulatedApiException
                    .internalError("failed to create typed patch object (%s/%s; %s, Kind=%s): %s".formatted(
                            metadata.path("namespace").asText(), metadata.path("name").asText(),
                            kind.group().isEmpty() ? "/" + kind.apiVersion() : kind.apiVersion(), kind.kindName(),
                            text));
        }
    }

}
