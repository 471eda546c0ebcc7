package tessera.demo.patch.schema;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import tessera.kube.schema.PatchMergeStrategy;

/** A reader of the shapes of the built-in kinds from the table of kinds. */
final class SimulatedKindSchemaReader {

    static final String OBJECT_META = "ObjectMeta";

    private static final Map<String, FieldValueSchema> SCALARS = Map.ofEntries(Map.entry("string", ScalarSchema.STRING),
            Map.entry("bytes", ScalarSchema.BYTES), Map.entry("int32", ScalarSchema.INT32),
            Map.entry("int64", ScalarSchema.INT64),
            Map.entry("double", ScalarSchema.DOUBLE), Map.entry("bool", ScalarSchema.BOOL),
            Map.entry("quantity", ScalarSchema.QUANTITY),
            Map.entry("int-or-string", ScalarSchema.INT_OR_STRING), Map.entry("time", ScalarSchema.TIME),
            Map.entry("microtime", ScalarSchema.MICRO_TIME), Map.entry("any", UntypedSchema.UNTYPED));

    private static final KindField PLAIN = new KindField("any", "", List.of());

    private final Map<String, StructSchema> structs = new HashMap<>();
    private final Map<String, SimulatedKindSchema> kinds = new LinkedHashMap<>();

    private SimulatedKindSchemaReader() {}

    /** All named types and kinds. */
    record KindCatalogContents(Map<String, StructSchema> types, Map<String, SimulatedKindSchema> kinds) {
        KindCatalogContents {
            types = Map.copyOf(types);
            kinds = Map.copyOf(kinds);
        }
    }

    static KindCatalogContents read() {
        var catalogue = new SimulatedKindSchemaReader();
        var table = KindTable.builtIn();
        table.types().values().forEach(catalogue::declareType);
        for (var type : table.types().values()) {
            type.fields().forEach((name, field) -> catalogue.structOf(type.name())
                    .addField(name, catalogue.parseField(field)));
        }
        table.types().values().forEach(catalogue::declareKind);
        return new KindCatalogContents(catalogue.structs, catalogue.kinds);
    }

    private void declareType(KindType type) {
        structs.put(type.name(), new StructSchema(type.name(), type.flags().contains("atomic"), false));
    }

    private void declareKind(KindType type) {
        type.apiVersion().ifPresent(version -> kinds.put(type.name(), SimulatedKindSchema.createBuiltIn(type.name(),
                version, structOf(type.name()), !type.flags().contains("cluster"))));
    }

    private StructSchema structOf(String name) {
        var structSchema = structs.get(name);
        if (structSchema == null) {
            throw new IllegalStateException("The table of kinds names the unknown type " + name);
        }
        return structSchema;
    }

    private StructFieldDefinition parseField(KindField field) {
        var valueSchema = parseShape(field.type(), field);
        return new StructFieldDefinition(valueSchema, presenceOf(field, valueSchema), PatchMergeStrategy.of(field));
    }

    private static ZeroValuePresence presenceOf(KindField field, FieldValueSchema valueSchema) {
        return switch (field.mark()) {
            case KindField.ALWAYS_WRITTEN -> ZeroValuePresence.ALWAYS;
            case KindField.MAY_BE_EMPTY -> ZeroValuePresence.OPTIONAL;
            default -> valueSchema instanceof StructSchema ? ZeroValuePresence.OPTIONAL : ZeroValuePresence.OMIT_EMPTY;
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
