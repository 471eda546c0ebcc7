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

/** Reader of the structural schema in a CustomResourceDefinition. */
final class CustomShapes {

    private static final int DEEPEST = 64;

    private CustomShapes() {}

    static Struct read(String kind, JsonNode schema) {
        var struct = struct(kind, schema, 0);
        struct.add("apiVersion", field(Scalar.STRING));
        struct.add("kind", field(Scalar.STRING));
        struct.add("metadata",
                new StructField(KindSchema.type(KindCatalogReader.OBJECT_META), Presence.ALWAYS, MergeStrategy.NONE));
        return struct;
    }

    private static Struct struct(String name, JsonNode schema, int depth) {
        boolean open = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("x-kubernetes-embedded-resource").asBoolean();
        var struct = new Struct(name, schema.path("x-kubernetes-map-type").asText().equals("atomic"), open);
        schema.path("properties").properties()
                .forEach(
                        entry -> struct.add(entry.getKey(), field(shape(entry.getKey(), entry.getValue(), depth + 1))));
        return struct;
    }

    private static StructField field(ValueShape shape) {
        return new StructField(shape, Presence.OPTIONAL, MergeStrategy.NONE);
    }

    private static ValueShape shape(String name, JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return UntypedShape.UNTYPED;
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return Scalar.INT_OR_STRING;
        }
        return switch (schema.path("type").asText()) {
            case "object" -> object(name, schema, depth);
            case "array" -> new ListShape(shape(name, schema.path("items"), depth + 1), identity(schema));
            case "string" -> Scalar.STRING;
            case "integer" -> Scalar.INT64;
            case "number" -> Scalar.DOUBLE;
            case "boolean" -> Scalar.BOOL;
            default -> UntypedShape.UNTYPED;
        };
    }

    private static ValueShape object(String name, JsonNode schema, int depth) {
        var further = schema.path("additionalProperties");
        if (further.isObject() && !schema.has("properties")) {
            return new MapShape(shape(name, further, depth + 1),
                    schema.path("x-kubernetes-map-type").asText().equals("atomic"));
        }
        if (further.asBoolean() && !schema.has("properties")) {
            return UntypedShape.UNTYPED;
        }
        return struct(name, schema, depth);
    }

    private static ItemIdentity identity(JsonNode schema) {
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
