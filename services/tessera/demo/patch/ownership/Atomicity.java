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

/** Whether a value has one owner as a whole or its parts have owners of their own. */
enum Atomicity {
    WHOLE,
    FIELDS,
    ITEMS;

    /** What the shape says; what the value is, where the shape says nothing or is not followed. */
    static Atomicity of(ValueShape shape, @Nullable JsonNode value) {
        var declared = switch (shape) {
            case Struct struct -> struct.atomic() ? WHOLE : FIELDS;
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

    /** The shape of what a field holds. */
    static ValueShape field(ValueShape shape, String name) {
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
