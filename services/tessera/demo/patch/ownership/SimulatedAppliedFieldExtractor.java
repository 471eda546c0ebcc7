package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;

/** The fields that an applied object sets: its leaves and list items. */
final class SimulatedAppliedFieldExtractor {

    private final FieldPathSetBuilder fields = new FieldPathSetBuilder();
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
                    ServerSideApplyListIndexer.itemsByElement(listing, value).forEach((step, item) -> {
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
        boolean declared = valueSchema instanceof StructSchema structSchema && structSchema.fields().containsKey(name);
        if (!declared || value.isNull() || (value.isObject() && value.isEmpty())) {
            fields.add(path);
        }
        path.removeLast();
    }

    /** Returns the set with every declared field that paths lead through as a path of its own. */
    static FieldPathSet withIntermediateFields(FieldValueSchema valueSchema, FieldPathSet set) {
        var members = new TreeSet<>(set.members());
        var children = new TreeMap<ManagedFieldPathElement, FieldPathSet>();
        set.children().forEach((step, child) -> {
            var name = step.fieldName();
            if (name.isPresent() && valueSchema instanceof StructSchema structSchema
                    && structSchema.fields().containsKey(name.get())) {
                members.add(step);
            }
            var below = name.map(field -> FieldOwnershipGranularity.fieldShape(valueSchema, field))
                    .orElseGet(() -> valueSchema instanceof ListSchema listing ? listing.items()
                            : FieldValueSchema.UntypedSchema.UNTYPED);
            children.put(step, withIntermediateFields(below, child));
        });
        return new FieldPathSet(members, children);
    }
}
