package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.Struct;

/** The fields that an applied object sets: its leaves and list items. */
final class AppliedFields {

    private final FieldSetBuilder fields = new FieldSetBuilder();
    private final Deque<PathElement> path = new ArrayDeque<>();

    private AppliedFields() {}

    static FieldPathSet appliedFields(ValueShape shape, JsonNode value) {
        var walk = new AppliedFields();
        walk.visitValue(shape, value);
        return walk.fields.build();
    }

    private void visitValue(ValueShape shape, JsonNode value) {
        switch (Atomicity.of(shape, value)) {
            case WHOLE -> fields.add(path);
            case FIELDS -> value.properties().forEach(entry -> visitField(shape, entry.getKey(), entry.getValue()));
            case ITEMS -> {
                if (shape instanceof ListShape listing) {
                    ListItems.itemsByElement(listing, value).forEach((step, item) -> {
                        path.addLast(step);
                        visitValue(listing.items(), item);
                        fields.add(path);
                        path.removeLast();
                    });
                }
            }
        }
    }

    private void visitField(ValueShape shape, String name, JsonNode value) {
        path.addLast(PathElement.forField(name));
        visitValue(Atomicity.fieldShape(shape, name), value);
        boolean declared = shape instanceof Struct struct && struct.fields().containsKey(name);
        if (!declared || value.isNull() || (value.isObject() && value.isEmpty())) {
            fields.add(path);
        }
        path.removeLast();
    }

    /** Returns the set with every declared field that paths lead through as a path of its own. */
    static FieldPathSet withIntermediateFields(ValueShape shape, FieldPathSet set) {
        var members = new TreeSet<>(set.members());
        var children = new TreeMap<PathElement, FieldPathSet>();
        set.children().forEach((step, child) -> {
            var name = step.fieldName();
            if (name.isPresent() && shape instanceof Struct struct && struct.fields().containsKey(name.get())) {
                members.add(step);
            }
            var below = name.map(field -> Atomicity.fieldShape(shape, field))
                    .orElseGet(() -> shape instanceof ListShape listing ? listing.items()
                            : ValueShape.UntypedShape.UNTYPED);
            children.put(step, withIntermediateFields(below, child));
        });
        return new FieldPathSet(members, children);
    }
}
