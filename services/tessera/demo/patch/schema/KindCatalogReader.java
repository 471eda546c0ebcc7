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
import tessera.demo.patch.schema.ValueShape.ItemIdentity;
import tessera.demo.patch.schema.ValueShape.ListShape;
import tessera.demo.patch.schema.ValueShape.MapShape;
import tessera.demo.patch.schema.ValueShape.MergeStrategy;
import tessera.demo.patch.schema.ValueShape.Presence;
import tessera.demo.patch.schema.ValueShape.Scalar;
import tessera.demo.patch.schema.ValueShape.Struct;
import tessera.demo.patch.schema.ValueShape.StructField;
import tessera.demo.patch.schema.ValueShape.UntypedShape;

/** A reader of {@code kinds.txt}, where the shapes of the built-in kinds are written down. */
final class KindCatalogReader {

    static final String OBJECT_META = "ObjectMeta";

    private static final Map<String, ValueShape> SCALARS = Map.ofEntries(Map.entry("string", Scalar.STRING),
            Map.entry("bytes", Scalar.BYTES), Map.entry("int32", Scalar.INT32), Map.entry("int64", Scalar.INT64),
            Map.entry("double", Scalar.DOUBLE), Map.entry("bool", Scalar.BOOL), Map.entry("quantity", Scalar.QUANTITY),
            Map.entry("int-or-string", Scalar.INT_OR_STRING), Map.entry("time", Scalar.TIME),
            Map.entry("microtime", Scalar.MICRO_TIME), Map.entry("any", UntypedShape.UNTYPED));

    private final Map<String, Struct> structs = new HashMap<>();
    private final Map<String, KindSchema> kinds = new LinkedHashMap<>();

    private KindCatalogReader() {}

    /** All named types and kinds. */
    record KindCatalogContents(Map<String, Struct> types, Map<String, KindSchema> kinds) {
        KindCatalogContents {
            types = Map.copyOf(types);
            kinds = Map.copyOf(kinds);
        }
    }

    static KindCatalogContents read() {
        var catalogue = new KindCatalogReader();
        var lines = readLines();
        lines.stream().filter(line -> !line.startsWith(" ")).forEach(catalogue::declareType);
        Struct current = null;
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
        try (var stream = KindCatalogReader.class.getResourceAsStream("/tessera/yaml/kinds.txt")) {
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
        structs.put(texts.getFirst(), new Struct(texts.getFirst(), texts.contains("atomic"), false));
    }

    private void declareKind(String line) {
        var texts = Arrays.asList(line.split(" "));
        var name = texts.getFirst();
        texts.stream().filter(word -> word.startsWith("kind=")).map(word -> word.substring("kind=".length()))
                .forEach(version -> kinds.put(name,
                        KindSchema.createBuiltIn(name, version, structOf(name), !texts.contains("cluster"))));
    }

    private Struct structOf(String name) {
        var struct = structs.get(name);
        if (struct == null) {
            throw new IllegalStateException("kinds.txt names the unknown type " + name);
        }
        return struct;
    }

    private StructField parseField(List<String> texts) {
        var type = texts.get(1);
        var presence = type.endsWith("!") ? Presence.ALWAYS : type.endsWith("*") ? Presence.OPTIONAL : null;
        if (presence != null) {
            type = type.substring(0, type.length() - 1);
        }
        var shape = parseShape(type, texts);
        if (presence == null) {
            presence = shape instanceof Struct ? Presence.OPTIONAL : Presence.OMIT_EMPTY;
        }
        return new StructField(shape, presence, parseMergeStrategy(texts));
    }

    private ValueShape parseShape(String type, List<String> texts) {
        if (type.startsWith("[]")) {
            return new ListShape(parseShape(type.substring(2), List.of()), parseIdentity(texts));
        }
        if (type.startsWith("{}")) {
            return new MapShape(parseShape(type.substring(2), List.of()), texts.contains("atomic"));
        }
        var scalar = SCALARS.get(type);
        return scalar == null ? structOf(type) : scalar;
    }

    private static ItemIdentity parseIdentity(List<String> texts) {
        var list = texts.stream().filter(word -> word.startsWith("list=")).findFirst();
        if (list.isEmpty()) {
            return new ItemIdentity.Atomic();
        }
        if (list.get().equals("list=set")) {
            return new ItemIdentity.ValueItems();
        }
        var keys = new LinkedHashMap<String, String>();
        for (var key : list.get().substring("list=".length()).split(",", -1)) {
            int colon = key.indexOf(':');
            keys.put(colon < 0 ? key : key.substring(0, colon), colon < 0 ? "" : key.substring(colon + 1));
        }
        return new ItemIdentity.Keys(keys);
    }

    private static MergeStrategy parseMergeStrategy(List<String> texts) {
        if (texts.contains("replace")) {
            return new MergeStrategy(MergeStrategy.Lists.REPLACE_ALL, "", false);
        }
        var merge = texts.stream().filter(word -> word.equals("merge") || word.startsWith("merge=")).findFirst();
        boolean retain = texts.contains("retain");
        return merge.map(word -> new MergeStrategy(MergeStrategy.Lists.MERGE,
                word.equals("merge") ? "" : word.substring("merge=".length()), retain))
                .orElse(retain ? new MergeStrategy(MergeStrategy.Lists.REPLACE, "", true) : MergeStrategy.NONE);
    }
}
