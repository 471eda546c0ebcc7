package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.NullValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semver4j.Semver;
import tessera.kube.quantity.QuantityParser;

/** Values of expressions, made of those of objects. */
public final class CelValues {

    /** Words of the language; a field that is called so is written between underscores. */
    private static final Set<String> RESERVED = Set.of("true", "false", "null", "in", "as", "break", "const",
            "continue", "else", "for", "function", "if", "import", "let", "loop", "package", "namespace", "return",
            "var", "void", "while");

    private CelValues() {}

    /**
     * Returns a map that is read as it is asked.
     *
     * @param lookup value of a key, which is one of expressions; null for none
     * @param whole  all keys with their values
     */
    public static Object map(Function<String, @Nullable Object> lookup, Supplier<Map<String, Object>> whole) {
        return new CelMap(lookup, whole, false);
    }

    /** Returns the same of a map that has a value for keys, too, that it does not contain. */
    public static Object mapWithDefaults(Function<String, @Nullable Object> lookup,
            Supplier<Map<String, Object>> whole) {
        return new CelMap(lookup, whole, true);
    }

    /** Returns the value of a quantity such as {@code 40Gi}; empty if the text is none. */
    public static Optional<Object> quantity(String text) {
        return QuantityParser.parseExact(text).map(CelQuantity::of);
    }

    /** Returns the value of a strict semantic version such as {@code 580.95.5}; empty if the text is none. */
    public static Optional<Object> version(String text) {
        if (text.startsWith("v")) {
            return Optional.empty();
        }
        return Optional.ofNullable(Semver.parse(text));
    }

    /** Returns the value of JSON; fields have the names by which rules select them, too. */
    public static Object fromJson(JsonNode json) {
        return switch (json.getNodeType()) {
            case OBJECT -> objectValue(json);
            case ARRAY -> {
                var items = new ArrayList<>(json.size());
                json.forEach(item -> items.add(fromJson(item)));
                yield items;
            }
            case NUMBER -> json.isIntegralNumber() ? json.longValue() : (Object) json.doubleValue();
            case BOOLEAN -> json.booleanValue();
            case NULL, MISSING -> NullValue.NULL_VALUE;
            default -> json.asText();
        };
    }

    private static Object objectValue(JsonNode object) {
        var values = new LinkedHashMap<String, Object>();
        var aliases = new HashMap<String, Object>();
        for (var field : object.properties()) {
            var value = fromJson(field.getValue());
            values.put(field.getKey(), value);
            var escaped = escapeField(field.getKey());
            if (!escaped.equals(field.getKey())) {
                aliases.put(escaped, value);
            }
        }
        return map(name -> values.containsKey(name) ? values.get(name) : aliases.get(name), () -> values);
    }

    private static String escapeField(String name) {
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        return name.replace("__", "__underscores__").replace(".", "__dot__").replace("-", "__dash__").replace("/",
                "__slash__");
    }
}
