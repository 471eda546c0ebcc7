package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ItemIdentity;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;
import tessera.demo.patch.schema.ValueShape.UntypedShape;

/** The granularity of ownership: one owner for a value as a whole, or owners for its parts. */
enum Atomicity {
    WHOLE,
    FIELDS,
    ITEMS;

    /** Returns the atomicity that the shape declares, or that of the value where the shape says nothing or is not followed. */
    static Atomicity of(ValueShape shape, @Nullable JsonNode value) {
        var declared = switch (shape) {
            case Struct struct -> struct.isAtomic() ? WHOLE : FIELDS;
            case MapShape mapping -> mapping.atomic() ? WHOLE : FIELDS;
            case ListShape listing -> listing.identity() instanceof ItemIdentity.Atomic ? WHOLE : ITEMS;
            case Scalar _ -> WHOLE;
            case UntypedShape _ -> value != null && value.isObject() ? FIELDS : WHOLE;
        };
        if (value == null || value.isNull()) {
            return declared;
        }
        boolean fits = declared == FIELDS ? value.isObject() : declared != ITEMS || value.isArray();
        return fits ? declared : WHOLE;
    }

    /** Returns the shape of a field's value. */
    static ValueShape fieldShape(ValueShape shape, String name) {
        return switch (shape) {
            case Struct struct -> struct.child(name).orElse(UntypedShape.UNTYPED);
            case MapShape mapping -> mapping.values();
            default -> UntypedShape.UNTYPED;
        };
    }

    static boolean isEmpty(@Nullable JsonNode value) {
        return value == null || value.isNull() || (value.isContainerNode() && value.isEmpty());
    }
}
