package tessera.demo.patch.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructFieldDefinition;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;
import tessera.kube.schema.PatchMergeStrategy;

/** A reader of the structural schema in a CustomResourceDefinition. */
final class SimulatedCrdFieldSchemaReader {

    private static final int DEEPEST = 64;

    private SimulatedCrdFieldSchemaReader() {}

    static StructSchema read(String kind, JsonNode schema) {
        var structSchema = readStruct(kind, schema, 0);
        structSchema.addField("apiVersion", structField(ScalarSchema.STRING));
        structSchema.addField("kind", structField(ScalarSchema.STRING));
        structSchema.addField("metadata",
                new StructFieldDefinition(SimulatedKindSchema.structType(SimulatedKindSchemaReader.OBJECT_META),
                        ZeroValuePresence.ALWAYS,
                        PatchMergeStrategy.NONE));
        return structSchema;
    }

    private static StructSchema readStruct(String name, JsonNode schema, int depth) {
        boolean open = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("x-kubernetes-embedded-resource").asBoolean();
        var structSchema = new StructSchema(name, schema.path("x-kubernetes-map-type").asText().equals("atomic"), open);
        schema.path("properties").properties()
                .forEach(
                        entry -> structSchema.addField(entry.getKey(),
                                structField(readShape(entry.getKey(), entry.getValue(), depth + 1))));
        return structSchema;
    }

    private static StructFieldDefinition structField(FieldValueSchema valueSchema) {
        return new StructFieldDefinition(valueSchema, ZeroValuePresence.OPTIONAL, PatchMergeStrategy.NONE);
    }

    private static FieldValueSchema readShape(String name, JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return UntypedSchema.UNTYPED;
        }
        if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
            return ScalarSchema.INT_OR_STRING;
        }
        return switch (schema.path("type").asText()) {
            case "object" -> readObject(name, schema, depth);
            case "array" -> new ListSchema(readShape(name, schema.path("items"), depth + 1), readIdentity(schema));
            case "string" -> ScalarSchema.STRING;
            case "integer" -> ScalarSchema.INT64;
            case "number" -> ScalarSchema.DOUBLE;
            case "boolean" -> ScalarSchema.BOOL;
            default -> UntypedSchema.UNTYPED;
        };
    }

    private static FieldValueSchema readObject(String name, JsonNode schema, int depth) {
        var further = schema.path("additionalProperties");
        if (further.isObject() && !schema.has("properties")) {
            return new MapSchema(readShape(name, further, depth + 1),
                    schema.path("x-kubernetes-map-type").asText().equals("atomic"));
        }
        if (further.asBoolean() && !schema.has("properties")) {
            return UntypedSchema.UNTYPED;
        }
        return readStruct(name, schema, depth);
    }

    private static ListItemIdentity readIdentity(JsonNode schema) {
        return switch (schema.path("x-kubernetes-list-type").asText()) {
            case "set" -> new ListItemIdentity.SetListIdentity();
            case "map" -> {
                var keys = new LinkedHashMap<String, String>();
                for (var key : schema.path("x-kubernetes-list-map-keys")) {
                    keys.put(key.asText(), schema.path("items").path("properties").path(key.asText()).path("default")
                            .asText());
                }
                yield new ListItemIdentity.MapListIdentity(keys);
            }
            default -> new ListItemIdentity.AtomicListIdentity();
        };
    }
}
