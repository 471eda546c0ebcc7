package tessera.demo.patch.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import tessera.demo.patch.schema.ValueShape.ItemIdentity;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.MergeStrategy;
import tessera.demo.patch.schema.ValueShape.Presence;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;
import tessera.demo.patch.schema.ValueShape.StructField;
import tessera.demo.patch.schema.ValueShape.UntypedShape;

/** A reader of the structural schema in a CustomResourceDefinition. */
final class CustomShapeReader {

    private static final int DEEPEST = 64;

    private CustomShapeReader() {}

    static Struct read(String kind, JsonNode schema) {
        var struct = readStruct(kind, schema, 0);
        struct.addField("apiVersion", structField(Scalar.STRING));
        struct.addField("kind", structField(Scalar.STRING));
        struct.addField("metadata",
                new StructField(KindSchema.structType(KindCatalogReader.OBJECT_META), Presence.ALWAYS,
                        MergeStrategy.NONE));
        return struct;
    }

    private static Struct readStruct(String name, JsonNode schema, int depth) {
        boolean open = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("x-kubernetes-embedded-resource").asBoolean();
        var struct = new Struct(name, schema.path("x-kubernetes-map-type").asText().equals("atomic"), open);
        schema.path("properties").properties()
                .forEach(
                        entry -> struct.addField(entry.getKey(),
                                structField(readShape(entry.getKey(), entry.getValue(), depth + 1))));
        return struct;
    }

    private static StructField structField(ValueShape shape) {
        return new StructField(shape, Presence.OPTIONAL, MergeStrategy.NONE);
    }

    private static ValueShape readShape(String name, JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return UntypedShape.UNTYPED;
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return Scalar.INT_OR_STRING;
        }
        return switch (schema.path("type").asText()) {
            case "object" -> readObject(name, schema, depth);
            case "array" -> new ListShape(readShape(name, schema.path("items"), depth + 1), readIdentity(schema));
            case "string" -> Scalar.STRING;
            case "integer" -> Scalar.INT64;
            case "number" -> Scalar.DOUBLE;
            case "boolean" -> Scalar.BOOL;
            default -> UntypedShape.UNTYPED;
        };
    }

    private static ValueShape readObject(String name, JsonNode schema, int depth) {
        var further = schema.path("additionalProperties");
        if (further.isObject() && !schema.has("properties")) {
            return new MapShape(readShape(name, further, depth + 1),
                    schema.path("x-kubernetes-map-type").asText().equals("atomic"));
        }
        if (further.asBoolean() && !schema.has("properties")) {
            return UntypedShape.UNTYPED;
        }
        return readStruct(name, schema, depth);
    }

    private static ItemIdentity readIdentity(JsonNode schema) {
        return switch (schema.path("x-kubernetes-list-type").asText()) {
            case "set" -> new ItemIdentity.ValueItems();
            case "map" -> {
                var keys = new LinkedHashMap<String, String>();
                for (var key : schema.path("x-kubernetes-list-map-keys")) {
                    keys.put(key.asText(), schema.path("items").path("properties").path(key.asText()).path("default")
                            .asText());
                }
                yield new ItemIdentity.Keys(keys);
            }
            default -> new ItemIdentity.Atomic();
        };
    }
}
