package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.Struct;

/** What somebody says who applies an object: the set of its leaves and list items. */
final class AppliedFields {

    private final FieldSetBuilder fields = new FieldSetBuilder();
    private final Deque<PathElement> path = new ArrayDeque<>();

    private AppliedFields() {}

    static FieldSet of(ValueShape shape, JsonNode value) {
        var walk = new AppliedFields();
        walk.visit(shape, value);
        return walk.fields.build();
    }

    private void visit(ValueShape shape, JsonNode value) {
        switch (Atomicity.of(shape, value)) {
            case WHOLE -> fields.add(path);
            case FIELDS -> value.properties().forEach(entry -> field(shape, entry.getKey(), entry.getValue()));
            case ITEMS -> {
                if (shape instanceof ListShape listing) {
                    ListItems.of(listing, value).forEach((step, item) -> {
                        path.addLast(step);
                        visit(listing.items(), item);
                        fields.add(path);
                        path.removeLast();
                    });
                }
            }
        }
    }

    private void field(ValueShape shape, String name, JsonNode value) {
        path.addLast(PathElement.field(name));
        visit(Atomicity.field(shape, name), value);
        boolean declared = shape instanceof Struct struct && struct.fields().containsKey(name);
        if (!declared || value.isNull() || (value.isObject() && value.isEmpty())) {
            fields.add(path);
        }
        path.removeLast();
    }

    /** The set with every declared field that paths lead through as a path of its own. */
    static FieldSet withFieldsOnTheWay(ValueShape shape, FieldSet set) {
        var members = new TreeSet<>(set.members());
        var children = new TreeMap<PathElement, FieldSet>();
        set.children().forEach((step, child) -> {
            var name = step.fieldName();
            if (name.isPresent() && shape instanceof Struct struct && struct.fields().containsKey(name.get())) {
                members.add(step);
            }
            var below = name.map(field -> Atomicity.field(shape, field))
                    .orElseGet(() -> shape instanceof ListShape listing ? listing.items()
                            : ValueShape.UntypedShape.UNTYPED);
            children.put(step, withFieldsOnTheWay(below, child));
        });
        return new FieldSet(members, children);
    }
}
