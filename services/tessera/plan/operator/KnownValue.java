package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A value of the operator's chart that is worth a question. Data: {@code values.json}.
 *
 * @param path    names with dots between them
 * @param options to choose from; none where anything may be said
 * @param usual   what the chart has; empty where that depends on its version
 * @param words   what it means
 */
public record KnownValue(String path, ValueType type, List<String> options, String usual, String words) {

    /** What can be said. */
    public enum ValueType {
        FLAG,
        CHOICE,
        NUMBER,
        /** YAML. */
        TEXT
    }

    public KnownValue {
        options = List.copyOf(options);
    }

    /** Those that ship with the product. */
    public static List<KnownValue> all() {
        var values = new ArrayList<KnownValue>();
        try (var file = Objects.requireNonNull(KnownValue.class.getResourceAsStream("values.json"))) {
            new JsonMapper().readTree(file).forEach(entry -> values.add(value(entry)));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of values is damaged", e);
        }
        return values;
    }

    private static KnownValue value(JsonNode entry) {
        var options = new ArrayList<String>();
        entry.path("options").forEach(option -> options.add(option.asText()));
        return new KnownValue(entry.path("path").asText(),
                ValueType.valueOf(entry.path("type").asText().toUpperCase(Locale.ROOT)), options,
                entry.path("default").asText(), entry.path("words").asText());
    }

    /** Whether it is meant by some words. */
    public boolean matches(String sought) {
        var text = (path + " " + words).toLowerCase(Locale.ROOT);
        for (var word : sought.toLowerCase(Locale.ROOT).trim().split("\\s+", -1)) {
            if (!text.contains(word)) {
                return false;
            }
        }
        return true;
    }
}
