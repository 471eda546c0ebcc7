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

/** The type schemas of one document, each written once. */
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

    /** Writes the schema of a type unless it was written, and returns a reference to it. */
    String referenceTo(Struct struct) {
        var name = PREFIX + struct.name();
        if (!schemas.has(name)) {
            var schema = schemas.putObject(name).put("type", "object");
            putDescription(schema, struct.name());
            var properties = schema.putObject("properties");
            struct.fields().forEach((field, definition) -> {
                var property = schemaOf(definition.shape());
                properties.set(field, property);
                putDescription(property, struct.name() + "." + field);
                putPatchStrategy(property, definition.merging());
            });
        }
        return REFERENCE + name;
    }

    ObjectNode schemaOf(ValueShape shape) {
        var schema = StoreJson.newObject();
        switch (shape) {
            case Struct struct -> schema.putArray("allOf").addObject().put("$ref", referenceTo(struct));
            case MapShape(var values, _) -> schema.put("type", "object").set("additionalProperties", schemaOf(values));
            case ListShape(var items, var identity) -> {
                schema.put("type", "array").set("items", schemaOf(items));
                putListType(schema, identity);
            }
            case UntypedShape _ -> {}
            case Scalar scalar -> writeScalar(schema, scalar);
        }
        return schema;
    }

    private void writeScalar(ObjectNode schema, Scalar scalar) {
        switch (scalar) {
            case STRING -> schema.put("type", "string");
            case BYTES -> schema.put("type", "string").put("format", "byte");
            case BOOL -> schema.put("type", "boolean");
            case DOUBLE -> schema.put("type", "number").put("format", "double");
            case INT32 -> schema.put("type", "integer").put("format", "int32");
            case INT64 -> schema.put("type", "integer").put("format", "int64");
            case QUANTITY -> referToNamed(schema, "Quantity", oneOfTypes("string", "number"));
            case TIME ->
                referToNamed(schema, "Time", StoreJson.newObject().put("type", "string").put("format", "date-time"));
            case MICRO_TIME ->
                referToNamed(schema, "MicroTime",
                        StoreJson.newObject().put("type", "string").put("format", "date-time"));
            case INT_OR_STRING ->
                referToNamed(schema, "IntOrString", oneOfTypes("integer", "string").put("format", "int-or-string"));
        }
    }

    private static ObjectNode oneOfTypes(String one, String other) {
        var schema = StoreJson.newObject();
        var types = schema.putArray("oneOf");
        types.addObject().put("type", one);
        types.addObject().put("type", other);
        return schema;
    }

    private void referToNamed(ObjectNode schema, String name, ObjectNode definition) {
        if (!schemas.has(PREFIX + name)) {
            schemas.set(PREFIX + name, definition);
        }
        schema.putArray("allOf").addObject().put("$ref", REFERENCE + PREFIX + name);
    }

    private static void putListType(ObjectNode schema, ItemIdentity identity) {
        switch (identity) {
            case ItemIdentity.Atomic _ -> schema.put("x-kubernetes-list-type", "atomic");
            case ItemIdentity.ValueItems _ -> schema.put("x-kubernetes-list-type", "set");
            case ItemIdentity.Keys keys -> {
                var names = schema.put("x-kubernetes-list-type", "map").putArray("x-kubernetes-list-map-keys");
                keys.keyNames().forEach(names::add);
            }
        }
    }

    private static void putPatchStrategy(ObjectNode property, MergeStrategy merging) {
        if (merging.lists() == MergeStrategy.Lists.MERGE) {
            property.put("x-kubernetes-patch-strategy", "merge");
            if (!merging.key().isEmpty()) {
                property.put("x-kubernetes-patch-merge-key", merging.key());
            }
        }
    }

    private void putDescription(ObjectNode schema, String subject) {
        var text = descriptions.descriptionOf(subject);
        if (!text.isEmpty()) {
            schema.put("description", text);
        }
    }
}
