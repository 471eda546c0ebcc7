package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ItemIdentity;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.Struct;

/** A check of an applied object: fields that the kind does not have, items that cannot be told apart. */
final class AppliedCheck {

    private final List<String> problems = new ArrayList<>();

    private AppliedCheck() {}

    static List<String> findProblems(KindSchema kind, JsonNode applied) {
        var check = new AppliedCheck();
        check.visitValue(kind.shape(), applied, "");
        return check.problems;
    }

    private void visitValue(ValueShape shape, JsonNode value, String path) {
        switch (shape) {
            case Struct struct when value.isObject() -> value.properties().forEach(entry -> {
                var field = path + "." + entry.getKey();
                struct.child(entry.getKey()).ifPresentOrElse(child -> visitValue(child, entry.getValue(), field),
                        () -> problems.add(field + ": field not declared in schema"));
            });
            case MapShape mapping when value.isObject() -> value.properties()
                    .forEach(entry -> visitValue(mapping.values(), entry.getValue(), path + "." + entry.getKey()));
            case ListShape listing when value.isArray() -> visitList(listing, value, path);
            case Struct _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
            case MapShape _ when !value.isNull() -> problems.add(path + ": expected map, got " + value);
            case ListShape _ when !value.isNull() -> problems.add(path + ": expected list, got " + value);
            default -> {}
        }
    }

    private void visitList(ListShape listing, JsonNode list, String path) {
        var seen = new HashSet<PathElement>();
        int index = 0;
        for (var item : list) {
            if (listing.identity() instanceof ItemIdentity.Keys keys
                    && keys.keys().entrySet().stream()
                            .allMatch(key -> key.getValue().isEmpty() && !item.hasNonNull(key.getKey()))) {
                problems.add("%s: element %d: associative list with keys has an element that omits key field \"%s\""
                        .formatted(path, index, keys.keyNames().getFirst()));
            } else if (!(listing.identity() instanceof ItemIdentity.Atomic)) {
                var element = ListItems.elementOf(listing, item);
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
