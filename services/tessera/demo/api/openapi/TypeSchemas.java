package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.patch.schema.ValueShape;
import tessera.demo.patch.schema.ValueShape.ItemIdentity;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.MergeStrategy;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;
import tessera.demo.patch.schema.ValueShape.UntypedShape;
import tessera.demo.store.StoreJson;

/** Writes the types of one document, each once. */
final class TypeSchemas {

    private static final String PREFIX = "io.k8s.api.v1.";
    private static final String REFERENCE = "#/components/schemas/";

    private final ObjectNode schemas;
    private final SchemaDescriptions descriptions;

    /** @param schemas filled with what is referred to */
    TypeSchemas(ObjectNode schemas, SchemaDescriptions descriptions) {
        this.schemas = schemas;
        this.descriptions = descriptions;
    }

    /** Sees to it that a type is written; says where. */
    String reference(Struct struct) {
        var name = PREFIX + struct.name();
        if (!schemas.has(name)) {
            var schema = schemas.putObject(name).put("type", "object");
            describe(schema, struct.name());
            var properties = schema.putObject("properties");
            struct.fields().forEach((field, definition) -> {
                var property = of(definition.shape());
                properties.set(field, property);
                describe(property, struct.name() + "." + field);
                merging(property, definition.merging());
            });
        }
        return REFERENCE + name;
    }

    ObjectNode of(ValueShape shape) {
        var schema = StoreJson.object();
        switch (shape) {
            case Struct struct -> schema.putArray("allOf").addObject().put("$ref", reference(struct));
            case MapShape(var values, _) -> schema.put("type", "object").set("additionalProperties", of(values));
            case ListShape(var items, var identity) -> {
                schema.put("type", "array").set("items", of(items));
                identity(schema, identity);
            }
            case UntypedShape _ -> {}
            case Scalar scalar -> scalar(schema, scalar);
        }
        return schema;
    }

    private void scalar(ObjectNode schema, Scalar scalar) {
        switch (scalar) {
            case STRING -> schema.put("type", "string");
            case BYTES -> schema.put("type", "string").put("format", "byte");
            case BOOL -> schema.put("type", "boolean");
            case DOUBLE -> schema.put("type", "number").put("format", "double");
            case INT32 -> schema.put("type", "integer").put("format", "int32");
            case INT64 -> schema.put("type", "integer").put("format", "int64");
            case QUANTITY -> named(schema, "Quantity", either("string", "number"));
            case TIME -> named(schema, "Time", StoreJson.object().put("type", "string").put("format", "date-time"));
            case MICRO_TIME ->
                named(schema, "MicroTime", StoreJson.object().put("type", "string").put("format", "date-time"));
            case INT_OR_STRING ->
                named(schema, "IntOrString", either("integer", "string").put("format", "int-or-string"));
        }
    }

    private static ObjectNode either(String one, String other) {
        var schema = StoreJson.object();
        var types = schema.putArray("oneOf");
        types.addObject().put("type", one);
        types.addObject().put("type", other);
        return schema;
    }

    private void named(ObjectNode schema, String name, ObjectNode definition) {
        if (!schemas.has(PREFIX + name)) {
            schemas.set(PREFIX + name, definition);
        }
        schema.putArray("allOf").addObject().put("$ref", REFERENCE + PREFIX + name);
    }

    private static void identity(ObjectNode schema, ItemIdentity identity) {
        switch (identity) {
            case ItemIdentity.Atomic _ -> schema.put("x-kubernetes-list-type", "atomic");
            case ItemIdentity.ValueItems _ -> schema.put("x-kubernetes-list-type", "set");
            case ItemIdentity.Keys keys -> {
                var names = schema.put("x-kubernetes-list-type", "map").putArray("x-kubernetes-list-map-keys");
                keys.names().forEach(names::add);
            }
        }
    }

    private static void merging(ObjectNode property, MergeStrategy merging) {
        if (merging.lists() == MergeStrategy.Lists.MERGE) {
            property.put("x-kubernetes-patch-strategy", "merge");
            if (!merging.key().isEmpty()) {
                property.put("x-kubernetes-patch-merge-key", merging.key());
            }
        }
    }

    private void describe(ObjectNode schema, String what) {
        var text = descriptions.of(what);
        if (!text.isEmpty()) {
            schema.put("description", text);
        }
    }
}
