package tessera.lint.rule;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fields of objects by type. Data: {@code fields.txt}. */
public final class ObjectFieldTypes {

    /** A kind that shares its name with one of another group. */
    private static final Pattern NAMED = Pattern.compile("[^/]+/[^/]+/[^/]+");

    private final Map<String, Map<String, FieldSpec>> types;
    private final Map<String, String> kinds;

    /**
     * The type and the allowed values of a field.
     *
     * @param type   a type of the table, or what it is made of: {@code []string}, {@code {}quantity}
     * @param values what it may be: names with {@code |} between, or numbers from..to; empty for anything of its type
     */
    record FieldSpec(String type, String values) {}

    private ObjectFieldTypes(Map<String, Map<String, FieldSpec>> types, Map<String, String> kinds) {
        this.types = types;
        this.kinds = kinds;
    }

    /** Returns the table that ships with the product. */
    public static ObjectFieldTypes bundled() {
        var types = new HashMap<String, Map<String, FieldSpec>>();
        var kinds = new HashMap<String, String>();
        try (var file = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ObjectFieldTypes.class.getResourceAsStream("fields.txt")),
                StandardCharsets.UTF_8))) {
            var type = "";
            for (var line : file.lines().filter(each -> !each.startsWith("#")).toList()) {
                var words = line.strip().split(" ", -1);
                if (line.startsWith(" ")) {
                    types.computeIfAbsent(type, _ -> new LinkedHashMap<>()).put(words[0],
                            new FieldSpec(words[1], words.length > 2 ? words[2] : ""));
                } else {
                    type = words[0];
                    types.put(type, new LinkedHashMap<>());
                    if (words.length > 1) {
                        var kind = words[1].substring("kind=".length());
                        kinds.put(NAMED.matcher(kind).matches() ? kind : kind + "/" + type, type);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The fields of objects are damaged", e);
        }
        return new ObjectFieldTypes(types, kinds);
    }

    /** Returns the type of a kind, e.g. of {@code apps/v1} and {@code Deployment}; empty where it is not in the table. */
    Optional<String> typeOf(String version, String kind) {
        return Optional.ofNullable(kinds.get(version + "/" + kind));
    }

    /** Returns the fields of a type, in order; none for what is no type of the table. */
    Map<String, FieldSpec> fieldsOf(String type) {
        return types.getOrDefault(type, Map.of());
    }
}
