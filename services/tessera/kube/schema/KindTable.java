package tessera.kube.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The table of kinds and types. Data: {@code kinds.txt}, {@code custom-kinds.txt} of what servers have beside them, and
 * {@code manifest-kinds.txt} of what manifests have beside them.
 */
public final class KindTable {

    private final Map<String, KindType> types = new LinkedHashMap<>();
    private final Map<String, KindType> kinds = new HashMap<>();

    private KindTable(String... files) {
        for (var file : files) {
            read(file);
        }
        for (var type : types.values()) {
            type.apiVersion().ifPresent(version -> kinds.put(version + "/" + type.kindName(), type));
        }
    }

    /** The table of the built-in kinds, read once it is needed. */
    private static final class BuiltInTable {
        private static final KindTable TABLE = new KindTable("kinds.txt");
    }

    private static final class ManifestTable {
        private static final KindTable TABLE = new KindTable("kinds.txt", "manifest-kinds.txt");
    }

    /** Returns the table of the built-in kinds. */
    public static KindTable builtIn() {
        return BuiltInTable.TABLE;
    }

    /** Reads the table of the kinds of a server. */
    public static KindTable ofServers() {
        return new KindTable("kinds.txt", "custom-kinds.txt");
    }

    /** Returns the table of the kinds of manifests. */
    public static KindTable ofManifests() {
        return ManifestTable.TABLE;
    }

    private void read(String name) {
        try (var file = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(KindTable.class.getResourceAsStream(name)), StandardCharsets.UTF_8))) {
            List<String> head = List.of();
            var fields = new LinkedHashMap<String, KindField>();
            for (var line : file.lines().filter(each -> !each.startsWith("#")).toList()) {
                var words = List.of(line.strip().split(" ", -1));
                if (line.startsWith(" ")) {
                    fields.put(words.getFirst(), KindField.of(words.subList(1, words.size())));
                } else {
                    add(head, fields);
                    head = words;
                    fields.clear();
                }
            }
            add(head, fields);
        } catch (IOException e) {
            throw new UncheckedIOException("The table of kinds is damaged: " + name, e);
        }
    }

    private void add(List<String> head, Map<String, KindField> fields) {
        if (!head.isEmpty()) {
            types.put(head.getFirst(), new KindType(head.getFirst(), head.subList(1, head.size()), fields));
        }
    }

    /** Returns all types, in order. */
    public Map<String, KindType> types() {
        return Collections.unmodifiableMap(types);
    }

    /** Returns whether a type has fields of its own; otherwise it is a scalar. */
    public boolean hasType(String type) {
        return types.containsKey(type);
    }

    /** Returns a kind, e.g. {@code apps/v1} and {@code Deployment}; empty where it is not in the table. */
    public Optional<KindType> findKind(String apiVersion, String kind) {
        return Optional.ofNullable(kinds.get(apiVersion + "/" + kind));
    }
}
