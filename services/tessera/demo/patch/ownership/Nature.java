package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.Shape;
import tessera.demo.patch.schema.Shape.Identity;
import tessera.demo.patch.schema.Shape.Listing;
import tessera.demo.patch.schema.Shape.Mapping;
import tessera.demo.patch.schema.Shape.Scalar;
import tessera.demo.patch.schema.Shape.Struct;
import tessera.demo.patch.schema.Shape.Untyped;

/** Whether a value has one owner as a whole or its parts have owners of their own. */
enum Nature {
    WHOLE,
    FIELDS,
    ITEMS;

    /** What the shape says; what the value is, where the shape says nothing or is not followed. */
    static Nature of(Shape shape, @Nullable JsonNode value) {
        var declared = switch (shape) {
            case Struct struct -> struct.atomic() ? WHOLE : FIELDS;
            case Mapping mapping -> mapping.atomic() ? WHOLE : FIELDS;
            case Listing listing -> listing.identity() instanceof Identity.Atomic ? WHOLE : ITEMS;
            case Scalar _ -> WHOLE;
            case Untyped _ -> value != null && value.isObject() ? FIELDS : WHOLE;
        };
        if (value == null || value.isNull()) {
            return declared;
        }
        boolean fits = declared == FIELDS ? value.isObject() : declared != ITEMS || value.isArray();
        return fits ? declared : WHOLE;
    }

    /** The shape of what a field holds. */
    static Shape field(Shape shape, String name) {
        return switch (shape) {
            case Struct struct -> struct.child(name).orElse(Untyped.UNTYPED);
            case Mapping mapping -> mapping.values();
            default -> Untyped.UNTYPED;
        };
    }

    static boolean isEmpty(@Nullable JsonNode value) {
        return value == null || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }
}
