package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;

/** The granularity of ownership: one owner for a value as a whole, or owners for its parts. */
enum FieldOwnershipGranularity {
    WHOLE,
    FIELDS,
    ITEMS;

    /** Returns the atomicity that the shape declares, or that of the value where the shape says nothing or is not followed. */
    static FieldOwnershipGranularity of(FieldValueSchema valueSchema, @Nullable JsonNode value) {
        var declared = switch (valueSchema) {
            case StructSchema structSchema -> structSchema.isAtomic() ? WHOLE : FIELDS;
            case MapSchema mapping -> mapping.atomic() ? WHOLE : FIELDS;
            case ListSchema listing ->
                listing.identity() instanceof ListItemIdentity.AtomicListIdentity ? WHOLE : ITEMS;
            case ScalarSchema _ -> WHOLE;
            case UntypedSchema _ -> value != null && value.isObject() ? FIELDS : WHOLE;
        };
        if (value == null || value.isNull()) {
            return declared;
        }
        boolean fits = declared == FIELDS ? value.isObject() : declared != ITEMS || value.isArray();
        return fits ? declared : WHOLE;
    }

    static FieldValueSchema fieldShape(FieldValueSchema valueSchema, String name) {
        return switch (valueSchema) {
            case StructSchema structSchema -> structSchema.child(name).orElse(UntypedSchema.UNTYPED);
            case MapSchema mapping -> mapping.values();
            default -> UntypedSchema.UNTYPED;
        };
    }

    static boolean isEmpty(@Nullable JsonNode value) {
        return value == null || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }
}
