package tessera.demo.patch.schema;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;
import tessera.demo.patch.schema.FieldValueSchema.MapSchema;
import tessera.demo.patch.schema.FieldValueSchema.PatchMergeStrategy;
import tessera.demo.patch.schema.FieldValueSchema.ScalarSchema;
import tessera.demo.patch.schema.FieldValueSchema.StructFieldDefinition;
import tessera.demo.patch.schema.FieldValueSchema.StructSchema;
import tessera.demo.patch.schema.FieldValueSchema.UntypedSchema;
import tessera.demo.patch.schema.FieldValueSchema.ZeroValuePresence;

/** A reader of {@code kinds.txt}, where the shapes of the built-in kinds are written down. */
final class SimulatedKindSchemaReader {

    static final String OBJECT_META = "ObjectMeta";

    private static final Map<String, FieldValueSchema> SCALARS = Map.ofEntries(Map.entry("string", ScalarSchema.STRING),
            Map.entry("bytes", ScalarSchema.BYTES), Map.entry("int32", ScalarSchema.INT32),
            Map.entry("int64", ScalarSchema.INT64),
            Map.entry("double", ScalarSchema.DOUBLE), Map.entry("bool", ScalarSchema.BOOL),
            Map.entry("quantity", ScalarSchema.QUANTITY),
            Map.entry("int-or-string", ScalarSchema.INT_OR_STRING), Map.entry("time", ScalarSchema.TIME),
            Map.entry("microtime", ScalarSchema.MICRO_TIME), Map.entry("any", UntypedSchema.UNTYPED));

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
        var lines = readLines();
        lines.stream().filter(line -> !line.startsWith(" ")).forEach(catalogue::declareType);
        StructSchema current = null;
        for (var line : lines) {
            if (!line.startsWith(" ")) {
                current = catalogue.structOf(line.split(" ", 2)[0]);
            } else if (current != null) {
                var texts = List.of(line.trim().split(" "));
                current.addField(texts.getFirst(), catalogue.parseField(texts));
            }
        }
        lines.stream().filter(line -> !line.startsWith(" ")).forEach(catalogue::declareKind);
        return new KindCatalogContents(catalogue.structs, catalogue.kinds);
    }

    private static List<String> readLines() {
        try (var stream = SimulatedKindSchemaReader.class.getResourceAsStream("/tessera/yaml/kinds.txt")) {
            if (stream == null) {
                throw new IllegalStateException("kinds.txt is missing from the class path");
            }
            return new InputStreamReader(stream, StandardCharsets.UTF_8).readAllLines().stream()
                    .filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void declareType(String line) {
        var texts = Arrays.asList(line.split(" "));
        structs.put(texts.getFirst(), new StructSchema(texts.getFirst(), texts.contains("atomic"), false));
    }

    private void declareKind(String line) {
        var texts = Arrays.asList(line.split(" "));
        var name = texts.getFirst();
        texts.stream().filter(word -> word.startsWith("kind=")).map(word -> word.substring("kind=".length()))
                .forEach(version -> kinds.put(name,
                        SimulatedKindSchema.createBuiltIn(name, version, structOf(name), !texts.contains("cluster"))));
    }

    private StructSchema structOf(String name) {
        var structSchema = structs.get(name);
        if (structSchema == null) {
            throw new IllegalStateException("kinds.txt names the unknown type " + name);
        }
        return structSchema;
    }

    private StructFieldDefinition parseField(List<String> texts) {
        var type = texts.get(1);
        var zeroValuePresence = type.endsWith("!") ? ZeroValuePresence.ALWAYS
                : type.endsWith("*") ? ZeroValuePresence.OPTIONAL : null;
        if (zeroValuePresence != null) {
            type = type.substring(0, type.length() - 1);
        }
        var valueSchema = parseShape(type, texts);
        if (zeroValuePresence == null) {
            zeroValuePresence = valueSchema instanceof StructSchema ? ZeroValuePresence.OPTIONAL
                    : ZeroValuePresence.OMIT_EMPTY;
        }
        return new StructFieldDefinition(valueSchema, zeroValuePresence, parseMergeStrategy(texts));
    }

    private FieldValueSchema parseShape(String type, List<String> texts) {
        if (type.startsWith("[]")) {
            return new ListSchema(parseShape(type.substring(2), List.of()), parseIdentity(texts));
        }
        if (type.startsWith("{}")) {
            return new MapSchema(parseShape(type.substring(2), List.of()), texts.contains("atomic"));
        }
        var scalar = SCALARS.get(type);
        return scalar == null ? structOf(type) : scalar;
    }

    private static ListItemIdentity parseIdentity(List<String> texts) {
        var list = texts.stream().filter(word -> word.startsWith("list=")).findFirst();
        if (list.isEmpty()) {
            return new ListItemIdentity.AtomicListIdentity();
        }
        if (list.get().equals("list=set")) {
            return new ListItemIdentity.SetListIdentity();
        }
        var keys = new LinkedHashMap<String, String>();
        for (var key : list.get().substring("list=".length()).split(",", -1)) {
            int colon = key.indexOf(':');
            keys.put(colon < 0 ? key : key.substring(0, colon), colon < 0 ? "" : key.substring(colon + 1));
        }
        return new ListItemIdentity.MapListIdentity(keys);
    }

    private static PatchMergeStrategy parseMergeStrategy(List<String> texts) {
        if (texts.contains("replace")) {
            return new PatchMergeStrategy(PatchMergeStrategy.ListMergeMode.REPLACE_ALL, "", false);
        }
        var merge = texts.stream().filter(word -> word.equals("merge") || word.startsWith("merge=")).findFirst();
        boolean retain = texts.contains("retain");
        return merge.map(word -> new PatchMergeStrategy(PatchMergeStrategy.ListMergeMode.MERGE,
                word.equals("merge") ? "" : word.substring("merge=".length()), retain))
                .orElse(retain ? new PatchMergeStrategy(PatchMergeStrategy.ListMergeMode.REPLACE, "", true)
                        : PatchMergeStrategy.NONE);
    }
}
