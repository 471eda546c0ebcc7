package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
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
    public static ObjectNode apply(SimulatedKindSchema kind, @Nullable ObjectNode live, ObjectNode applied,
            FieldManagerIdentity writer, boolean force) throws SimulatedApiException {
        checkApplied(kind, applied, writer);
        var before = live == null ? kind.emptyObject() : ObjectFieldOwners.withoutManagedFields(live);
        var owners = live == null ? new ObjectFieldOwners() : ObjectFieldOwners.fromObject(live);
        if (live != null && owners.isEmpty()) {
            SimulatedNonApplyManagedFieldsUpdater.recordChanges(owners, kind, kind.emptyObject(), before,
                    new FieldManagerIdentity(BEFORE_FIRST_APPLY, writer.subresource(), writer.at()));
        }
        var dropped = SimulatedServerOwnedFields.ignoredFields(kind, writer.subresource());
        var id = ManagedFieldsEntry.ManagedFieldsEntryKey.forWriter(writer, ManagedFieldsEntry.APPLY, kind);
        var earlier = owners.get(id);
        var wanted = SimulatedAppliedFieldExtractor.appliedFields(kind.schema(), applied)
                .differenceWithDescendants(dropped).difference(SimulatedServerOwnedFields.SERVERS);
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
            throw SimulatedApiException.invalid(
                    new SimulatedApiException.ErrorSubject("meta.k8s.io", "PatchOptions", ""),
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
            throw SimulatedApiException.internalError("failed to create typed patch object (%s/%s; %s, Kind=%s): %s"
                    .formatted(metadata.path("namespace").asText(), metadata.path("name").asText(),
                            kind.group().isEmpty() ? "/" + kind.apiVersion() : kind.apiVersion(), kind.kindName(),
                            text));
        }
    }

    /** The fields that an applied object sets: its leaves and list items. */
    private static final class SimulatedAppliedFieldExtractor {

        private final FieldPathSet.Builder fields = new FieldPathSet.Builder();
        private final Deque<ManagedFieldPathElement> path = new ArrayDeque<>();

        private SimulatedAppliedFieldExtractor() {}

        static FieldPathSet appliedFields(FieldValueSchema valueSchema, JsonNode value) {
            var fieldSet = new SimulatedAppliedFieldExtractor();
            fieldSet.visitValue(valueSchema, value);
            return fieldSet.fields.build();
        }

        private void visitValue(FieldValueSchema valueSchema, JsonNode value) {
            switch (FieldOwnershipGranularity.of(valueSchema, value)) {
                case WHOLE -> fields.add(path);
                case FIELDS ->
                    value.properties().forEach(entry -> visitField(valueSchema, entry.getKey(), entry.getValue()));
                case ITEMS -> {
                    if (valueSchema instanceof ListSchema listing) {
                        ManagedFieldPathElement.itemsByElement(listing, value).forEach((step, item) -> {
                            path.addLast(step);
                            visitValue(listing.items(), item);
                            fields.add(path);
                            path.removeLast();
                        });
                    }
                }
            }
        }

        private void visitField(FieldValueSchema valueSchema, String name, JsonNode value) {
            path.addLast(ManagedFieldPathElement.forField(name));
            visitValue(FieldOwnershipGranularity.fieldShape(valueSchema, name), value);
            boolean declared = valueSchema instanceof StructSchema structSchema
                    && structSchema.fields().containsKey(name);
            if (!declared || value.isNull() || (value.isObject() && value.isEmpty())) {
                fields.add(path);
            }
            path.removeLast();
        }

        /** Returns the set with every declared field that paths lead through as a path of its own. */
        static FieldPathSet withIntermediateFields(FieldValueSchema valueSchema, FieldPathSet set) {
            var members = new TreeSet<>(set.members());
            var children = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
            for (var entry : set.children().entrySet()) {
                var step = entry.getKey();
                var child = entry.getValue();
                var name = step.fieldName();
                if (name.isPresent() && valueSchema instanceof StructSchema structSchema
                        && structSchema.fields().containsKey(name.get())) {
                    members.add(step);
                }
                var below = name.map(field -> FieldOwnershipGranularity.fieldShape(valueSchema, field))
                        .orElseGet(() -> valueSchema instanceof ListSchema listing ? listing.items()
                                : FieldValueSchema.UntypedSchema.UNTYPED);
                children.put(step, withIntermediateFields(below, child));
            }
            return new FieldPathSet(members, children);
        }
    }

    /** A check of an applied object: fields that the kind does not have, items that cannot be told apart. */
    private static final class SimulatedAppliedObjectValidation {

        private final List<String> problems = new ArrayList<>();

        private SimulatedAppliedObjectValidation() {}

        static List<String> findProblems(SimulatedKindSchema kind, JsonNode applied) {
            var check = new SimulatedAppliedObjectValidation();
            check.visitValue(kind.schema(), applied, "");
            return check.problems;
        }

        private void visitValue(FieldValueSchema valueSchema, JsonNode value, String path) {
            switch (valueSchema) {
                case StructSchema structSchema when value.isObject() ->
                    value.properties().forEach(entry -> visitField(entry, path, structSchema));
                case MapSchema mapping when value.isObject() -> value.properties()
                        .forEach(entry -> visitValue(mapping.values(), entry.getValue(), path + "." + entry.getKey()));
                case ListSchema listing when value.isArray() -> visitList(listing, value, path);
                case StructSchema _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
                case MapSchema _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
                case ListSchema _ when !value.isNull() -> problems.add(path + ": expected list, got " + value);
                default -> {}
            }
        }

        private void visitField(Map.Entry<String, JsonNode> entry, String path, StructSchema structSchema) {
            var field = path + "." + entry.getKey();
            structSchema.child(entry.getKey()).ifPresentOrElse(child -> visitValue(child, entry.getValue(), field),
                    () -> problems.add(field + ": field not declared in schema"));
        }

        private void visitList(ListSchema listing, JsonNode list, String path) {
            var seen = new HashSet<ManagedFieldPathElement>();
            int index = 0;
            for (var item : list) {
                if (listing.identity() instanceof ListItemIdentity.MapListIdentity mapKeyList
                        && mapKeyList.keys().entrySet().stream()
                                .allMatch(key -> key.getValue().isEmpty() && !item.hasNonNull(key.getKey()))) {
                    problems.add("%s: element %d: associative list with keys has an element that omits key field \"%s\""
                            .formatted(path, index, mapKeyList.keyNames().getFirst()));
                } else if (!(listing.identity() instanceof ListItemIdentity.AtomicListIdentity)) {
                    var element = ManagedFieldPathElement.forItem(listing, item);
                    if (!seen.add(element)) {
                        problems.add("%s: duplicate entries for key %s".formatted(path, element.stepText()));
                    }
                    visitValue(listing.items(), item, path + element.stepText());
                } else {
                    visitValue(listing.items(), item, path + "[" + index + "]");
                }
                index++;
            }
        }
    }
}
