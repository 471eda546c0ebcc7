package tessera.demo.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.patch.schema.FieldValueSchema;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.PatchMergeStrategy;

/** The type schemas of one document, each written once. */
final class SimulatedOpenApiSchemaWriter {

    private static final String PREFIX = "io.k8s.api.v1.";
    private static final String REFERENCE = "#/components/schemas/";

    private final ObjectNode schemas;
    private final SimulatedOpenApiDescriptions descriptions;

    /** @param schemas filled with what is referred to */
    SimulatedOpenApiSchemaWriter(ObjectNode schemas, SimulatedOpenApiDescriptions descriptions) {
        this.schemas = schemas;
        this.descriptions = descriptions;
    }

    /** Writes the schema of a type unless it was written, and returns a reference to it. */
    String referenceTo(StructSchema structSchema) {
        var name = PREFIX + structSchema.name();
        if (!schemas.has(name)) {
            var schema = schemas.putObject(name).put("type", "object");
            putDescription(schema, structSchema.name());
            var properties = schema.putObject("properties");
            structSchema.fields().forEach((field, definition) -> {
                var property = schemaOf(definition.valueSchema());
                properties.set(field, property);
                putDescription(property, structSchema.name() + "." + field);
                putPatchStrategy(property, definition.merging());
            });
        }
        return REFERENCE + name;
    }

    ObjectNode schemaOf(FieldValueSchema valueSchema) {
        var schema = SimulatedStoreJsonCodec.newObject();
        switch (valueSchema) {
            case StructSchema structSchema ->
                schema.putArray("allOf").addObject().put("$ref", referenceTo(structSchema));
            case MapSchema(var values, _) -> schema.put("type", "object").set("additionalProperties", schemaOf(values));
            case ListSchema(var items, var identity) -> {
                schema.put("type", "array").set("items", schemaOf(items));
                putListType(schema, identity);
            }
            case UntypedSchema _ -> {}
            case ScalarSchema scalarSchema -> writeScalar(schema, scalarSchema);
        }
        return schema;
    }

    private void writeScalar(ObjectNode schema, ScalarSchema scalarSchema) {
        switch (scalarSchema) {
            case STRING -> schema.put("type", "string");
            case BYTES -> schema.put("type", "string").put("format", "byte");
            case BOOL -> schema.put("type", "boolean");
            case DOUBLE -> schema.put("type", "number").put("format", "double");
            case INT32 -> schema.put("type", "integer").put("format", "int32");
            case INT64 -> schema.put("type", "integer").put("format", "int64");
            case QUANTITY -> referToNamed(schema, "Quantity", oneOfTypes("string", "number"));
            case TIME ->
                referToNamed(schema, "Time",
                        SimulatedStoreJsonCodec.newObject().put("type", "string").put("format", "date-time"));
            case MICRO_TIME ->
                referToNamed(schema, "MicroTime",
                        SimulatedStoreJsonCodec.newObject().put("type", "string").put("format", "date-time"));
            case INT_OR_STRING ->
                referToNamed(schema, "IntOrString", oneOfTypes("integer", "string").put("format", "int-or-string"));
        }
    }

    private static ObjectNode oneOfTypes(String one, String other) {
        var schema = SimulatedStoreJsonCodec.newObject();
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

    private static void putListType(ObjectNode schema, ListItemIdentity identity) {
        switch (identity) {
            case ListItemIdentity.AtomicListIdentity _ -> schema.put("x-kubernetes-list-type", "atomic");
            case ListItemIdentity.SetListIdentity _ -> schema.put("x-kubernetes-list-type", "set");
            case ListItemIdentity.MapListIdentity mapKeyList -> {
                var names = schema.put("x-kubernetes-list-type", "map").putArray("x-kubernetes-list-map-keys");
                mapKeyList.keyNames().forEach(names::add);
            }
        }
    }

    private static void putPatchStrategy(ObjectNode property, PatchMergeStrategy merging) {
        if (merging.lists() == PatchMergeStrategy.ListMergeMode.MERGE) {
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
