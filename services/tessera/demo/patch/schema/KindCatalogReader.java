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

/** Reader of {@code kinds.txt}, where the shapes of the built-in kinds are written down. */
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
    record Contents(Map<String, Struct> types, Map<String, KindSchema> kinds) {
        Contents {
            types = Map.copyOf(types);
            kinds = Map.copyOf(kinds);
        }
    }

    static Contents read() {
        var catalogue = new KindCatalogReader();
        var lines = lines();
        lines.stream().filter(line -> !line.startsWith(" ")).forEach(catalogue::declare);
        Struct current = null;
        for (var line : lines) {
            if (!line.startsWith(" ")) {
                current = catalogue.struct(line.split(" ", 2)[0]);
            } else if (current != null) {
                var words = List.of(line.trim().split(" "));
                current.add(words.getFirst(), catalogue.field(words));
            }
        }
        lines.stream().filter(line -> !line.startsWith(" ")).forEach(catalogue::declareKind);
        return new Contents(catalogue.structs, catalogue.kinds);
    }

    private static List<String> lines() {
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

    private void declare(String line) {
        var words = Arrays.asList(line.split(" "));
        structs.put(words.getFirst(), new Struct(words.getFirst(), words.contains("atomic"), false));
    }

    private void declareKind(String line) {
        var words = Arrays.asList(line.split(" "));
        var name = words.getFirst();
        words.stream().filter(word -> word.startsWith("kind=")).map(word -> word.substring("kind=".length()))
                .forEach(version -> kinds.put(name,
                        KindSchema.builtIn(name, version, struct(name), !words.contains("cluster"))));
    }

    private Struct struct(String name) {
        var struct = structs.get(name);
        if (struct == null) {
            throw new IllegalStateException("kinds.txt names the unknown type " + name);
        }
        return struct;
    }

    private StructField field(List<String> words) {
        var type = words.get(1);
        var presence = type.endsWith("!") ? Presence.ALWAYS : type.endsWith("*") ? Presence.OPTIONAL : null;
        if (presence != null) {
            type = type.substring(0, type.length() - 1);
        }
        var shape = shape(type, words);
        if (presence == null) {
            presence = shape instanceof Struct ? Presence.OPTIONAL : Presence.OMIT_EMPTY;
        }
        return new StructField(shape, presence, merging(words));
    }

    private ValueShape shape(String type, List<String> words) {
        if (type.startsWith("[]")) {
            return new ListShape(shape(type.substring(2), List.of()), identity(words));
        }
        if (type.startsWith("{}")) {
            return new MapShape(shape(type.substring(2), List.of()), words.contains("atomic"));
        }
        var scalar = SCALARS.get(type);
        return scalar == null ? struct(type) : scalar;
    }

    private static ItemIdentity identity(List<String> words) {
        var list = words.stream().filter(word -> word.startsWith("list=")).findFirst();
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

    private static MergeStrategy merging(List<String> words) {
        if (words.contains("replace")) {
            return new MergeStrategy(MergeStrategy.Lists.REPLACE_ALL, "", false);
        }
        var merge = words.stream().filter(word -> word.equals("merge") || word.startsWith("merge=")).findFirst();
        boolean retain = words.contains("retain");
        return merge.map(word -> new MergeStrategy(MergeStrategy.Lists.MERGE,
                word.equals("merge") ? "" : word.substring("merge=".length()), retain))
                .orElse(retain ? new MergeStrategy(MergeStrategy.Lists.REPLACE, "", true) : MergeStrategy.NONE);
    }
}
