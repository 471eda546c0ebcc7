package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** A check of an applied object: fields that the kind does not have, items that cannot be told apart. */
final class SimulatedAppliedObjectValidation {

    private final List<String> problems = new ArrayList<>();

    private SimulatedAppliedObjectValidation() {}

    static List<String> findProblems(SimulatedKindSchema kind, JsonNode applied) {
        var check = new SimulatedAppliedObjectValidation();
        check.visitValue(kind.schema(), applied, "");
        return check.problems;
    }

    private void visitValue(FieldValueSchema valueSchema, JsonNode value, String path) {
        switch (valueSchema) {
            case StructSchema structSchema when value.isObject() -> value.properties().forEach(entry -> {
                var field = path + "." + entry.getKey();
                structSchema.child(entry.getKey()).ifPresentOrElse(child -> visitValue(child, entry.getValue(), field),
                        () -> problems.add(field + ": field not declared in schema"));
            });
            case MapSchema mapping when value.isObject() -> value.properties()
                    .forEach(entry -> visitValue(mapping.values(), entry.getValue(), path + "." + entry.getKey()));
            case ListSchema listing when value.isArray() -> visitList(listing, value, path);
            case StructSchema _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
            case MapSchema _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
            case ListSchema _ when !value.isNull() -> problems.add(path + ": expected list, got " + value);
            default -> {}
        }
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
                var element = ServerSideApplyListIndexer.elementOf(listing, item);
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
