package tessera.demo.patch.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructFieldDefinition;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;
import tessera.kube.schema.KindField;
import tessera.kube.schema.KindTable;
import tessera.kube.schema.KindType;

/**
 * The server's knowledge of one version of a kind: names, scope and shape.
 *
 * @param kind       the Kind; {@code Event.events.k8s.io} for the newer view of events
 * @param apiVersion group and version as in {@code apiVersion}
 * @param plural     the name of its resource in paths, e.g. {@code pods}
 * @param schema      the whole object
 * @param namespaced whether its objects live in namespaces
 * @param hasStatus  whether {@code status} is written through a subresource only
 * @param custom     whether a CustomResourceDefinition made it
 */
public record SimulatedKindSchema(String kind, String apiVersion, String plural, StructSchema schema,
        boolean namespaced, boolean hasStatus, boolean custom) {

    private static final int DEEPEST = 64;
    private static final SimulatedKindSchemaReader BUILT_IN = SimulatedKindSchemaReader.read();

    static SimulatedKindSchema createBuiltIn(String kind, String apiVersion, StructSchema schema, boolean namespaced) {
        boolean ownStatus = schema.fields().containsKey("status") && !kind.equals("Scale") && !kind.endsWith("Review");
        return new SimulatedKindSchema(kind, apiVersion, pluralName(kind), schema, namespaced, ownStatus, false);
    }

    /** Returns the schema of a kind that comes with the server; empty if this server does not know it. */
    public static Optional<SimulatedKindSchema> findBuiltIn(String kind) {
        return Optional.ofNullable(BUILT_IN.kinds.get(kind));
    }

    /** Returns all kinds that come with the server, by kind. */
    public static Map<String, SimulatedKindSchema> builtInKinds() {
        return Collections.unmodifiableMap(BUILT_IN.kinds);
    }

    /**
     * Returns the schema of one version of a custom resource.
     *
     * @param definition the CustomResourceDefinition
     * @param version    the name of one of its versions
     * @return empty when the definition has no such version
     */
    public static Optional<SimulatedKindSchema> fromDefinition(JsonNode definition, String version) {
        var spec = definition.path("spec");
        for (var candidate : spec.path("versions")) {
            if (candidate.path("name").asText().equals(version)) {
                var kind = spec.path("names").path("kind").asText();
                var schema = readCustomSchema(kind, candidate.path("schema").path("openAPIV3Schema"));
                return Optional.of(new SimulatedKindSchema(kind, spec.path("group").asText() + "/" + version,
                        spec.path("names").path("plural").asText(), schema,
                        spec.path("scope").asText().equals("Namespaced"), candidate.path("subresources").has("status"),
                        true));
            }
        }
        return Optional.empty();
    }

    private static String pluralName(String kind) {
        var name = kind.replaceAll("\\..*", "").toLowerCase(Locale.ROOT);
        if (name.endsWith("y")) {
            return name.substring(0, name.length() - 1) + "ies";
        }
        if (name.endsWith("ss")) {
            return name + "es";
        }
        if (name.endsWith("s")) {
            return name;
        }
        return name + "s";
    }

    /** Returns an object before it exists: its always-present fields, with nothing in them. New objects are compared to it. */
    public ObjectNode emptyObject() {
        var empty = custom ? JsonNodeFactory.instance.objectNode() : schema.emptyStruct();
        return empty.put("apiVersion", apiVersion).put("kind", kindName());
    }

    /** Returns the kind alone, as objects carry it. */
    public String kindName() {
        int dot = kind.indexOf('.');
        return dot < 0 ? kind : kind.substring(0, dot);
    }

    /** Returns the API group, empty for the core. */
    public String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Returns the name of an object of this kind in refusals that name the resource. */
    public ErrorSubject resourceSubject(String name) {
        return new ErrorSubject(group(), plural, name);
    }

    /** Returns the name of an object of this kind in refusals that say why the object is invalid. */
    public ErrorSubject objectSubject(String name) {
        return new ErrorSubject(group(), kindName(), name);
    }

    private static StructSchema readCustomSchema(String kind, JsonNode schema) {
        var structSchema = readStruct(kind, schema, 0);
        structSchema.addField("apiVersion", structField(ScalarSchema.STRING));
        structSchema.addField("kind", structField(ScalarSchema.STRING));
        structSchema.addField("metadata", new StructFieldDefinition(
                BUILT_IN.structOf(SimulatedKindSchemaReader.OBJECT_META), ZeroValuePresence.ALWAYS));
        return structSchema;
    }

    private static StructSchema readStruct(String name, JsonNode schema, int depth) {
        boolean open = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                || schema.path("x-kubernetes-embedded-resource").asBoolean();
        var structSchema = new StructSchema(name, schema.path("x-kubernetes-map-type").asText().equals("atomic"), open);
        schema.path("properties").properties().forEach(entry -> structSchema.addField(entry.getKey(),
                structField(readShape(entry.getKey(), entry.getValue(), depth + 1))));
        return structSchema;
    }

    private static StructFieldDefinition structField(FieldValueSchema valueSchema) {
        return new StructFieldDefinition(valueSchema, ZeroValuePresence.OPTIONAL);
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
                    keys.put(key.asText(),
                            schema.path("items").path("properties").path(key.asText()).path("default").asText());
                }
                yield new ListItemIdentity.MapListIdentity(keys);
            }
            default -> new ListItemIdentity.AtomicListIdentity();
        };
    }

    /** A reader of the shapes of the built-in kinds from the table of kinds. */
    private static final class SimulatedKindSchemaReader {

        static final String OBJECT_META = "ObjectMeta";

        private static final Map<String, FieldValueSchema> SCALARS = Map.ofEntries(
                Map.entry("string", ScalarSchema.STRING), Map.entry("bytes", ScalarSchema.BYTES),
                Map.entry("int32", ScalarSchema.INT32), Map.entry("int64", ScalarSchema.INT64),
                Map.entry("double", ScalarSchema.DOUBLE), Map.entry("bool", ScalarSchema.BOOL),
                Map.entry("quantity", ScalarSchema.QUANTITY), Map.entry("int-or-string", ScalarSchema.INT_OR_STRING),
                Map.entry("time", ScalarSchema.TIME), Map.entry("microtime", ScalarSchema.MICRO_TIME),
                Map.entry("any", UntypedSchema.UNTYPED));

        private static final KindField PLAIN = new KindField("any", "", List.of());

        private final Map<String, StructSchema> structs = new HashMap<>();
        private final Map<String, SimulatedKindSchema> kinds = new LinkedHashMap<>();

        private SimulatedKindSchemaReader() {}

        static SimulatedKindSchemaReader read() {
            var catalogue = new SimulatedKindSchemaReader();
            var table = KindTable.builtIn();
            table.types().values().forEach(catalogue::declareType);
            for (var type : table.types().values()) {
                type.fields().forEach(
                        (name, field) -> catalogue.structOf(type.name()).addField(name, catalogue.parseField(field)));
            }
            table.types().values().forEach(catalogue::declareKind);
            return catalogue;
        }

        private void declareType(KindType type) {
            structs.put(type.name(), new StructSchema(type.name(), type.flags().contains("atomic"), false));
        }

        private void declareKind(KindType type) {
            type.apiVersion().ifPresent(version -> kinds.put(type.name(), SimulatedKindSchema.createBuiltIn(type.name(),
                    version, structOf(type.name()), !type.flags().contains("cluster"))));
        }

        private StructSchema structOf(String name) {
            return Objects.requireNonNull(structs.get(name), () -> "The table of kinds names the unknown type " + name);
        }

        private StructFieldDefinition parseField(KindField field) {
            var valueSchema = parseShape(field.type(), field);
            return new StructFieldDefinition(valueSchema, presenceOf(field, valueSchema));
        }

        private static ZeroValuePresence presenceOf(KindField field, FieldValueSchema valueSchema) {
            return switch (field.mark()) {
                case KindField.ALWAYS_WRITTEN -> ZeroValuePresence.ALWAYS;
                case KindField.MAY_BE_EMPTY -> ZeroValuePresence.OPTIONAL;
                default ->
                    valueSchema instanceof StructSchema ? ZeroValuePresence.OPTIONAL : ZeroValuePresence.OMIT_EMPTY;
            };
        }

        private FieldValueSchema parseShape(String type, KindField field) {
            if (type.startsWith("[]")) {
                return new ListSchema(parseShape(type.substring(2), PLAIN), parseIdentity(field));
            }
            if (type.startsWith("{}")) {
                return new MapSchema(parseShape(type.substring(2), PLAIN), field.flags().contains("atomic"));
            }
            var scalar = SCALARS.get(type);
            return scalar == null ? structOf(type) : scalar;
        }

        private static ListItemIdentity parseIdentity(KindField field) {
            var list = field.option("list");
            if (list.isEmpty()) {
                return new ListItemIdentity.AtomicListIdentity();
            }
            if (list.get().equals("set")) {
                return new ListItemIdentity.SetListIdentity();
            }
            var keys = new LinkedHashMap<String, String>();
            for (var key : list.get().split(",", -1)) {
                int colon = key.indexOf(':');
                keys.put(colon < 0 ? key : key.substring(0, colon), colon < 0 ? "" : key.substring(colon + 1));
            }
            return new ListItemIdentity.MapListIdentity(keys);
        }
    }
}
