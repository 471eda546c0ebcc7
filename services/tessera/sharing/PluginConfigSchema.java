package tessera.sharing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The keys that a configuration of the device plugin can have. Data: {@code plugin-config.json}. */
final class PluginConfigSchema {

    private static final int MISSPELT = 2;

    private final Map<String, SchemaKey> keys;

    /** What a key takes. */
    enum KeyType {
        TEXT("a text"),
        TEXTS("a text or a list of texts"),
        TRUTH("true or false, without quotes"),
        WHOLE("a whole number, without quotes"),
        /** Of IMEX: there is one channel that can be had, or none. */
        CHANNELS("[] or [0]"),
        DURATION("a duration such as 60s"),
        MAP("keys of its own"),
        MAPS("a list of entries that each begin with a dash"),
        ANY("anything");

        private final String words;

        KeyType(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        boolean takes(JsonNode value) {
            return switch (this) {
                case TEXT -> value.isTextual();
                case TEXTS -> value.isTextual() || (value.isArray() && all(value, JsonNode::isTextual));
                case TRUTH -> value.isBoolean();
                case WHOLE -> value.canConvertToInt() && value.isIntegralNumber();
                case CHANNELS -> value.isArray() && value.size() <= 1
                        && all(value, channel -> channel.isIntegralNumber() && channel.asInt() == 0);
                case DURATION -> value.isIntegralNumber()
                        || (value.isTextual() && value.asText().matches("(?:[0-9.]++(?:ns|us|µs|ms|s|m|h))++"));
                case MAP -> value.isObject();
                case MAPS -> value.isArray() && all(value, JsonNode::isObject);
                case ANY -> true;
            };
        }

        private static boolean all(JsonNode list, Predicate<JsonNode> fine) {
            return list.valueStream().allMatch(fine);
        }
    }

    /**
     * A key.
     *
     * @param path       entries of lists as {@code []}
     * @param values     all that it takes; none for anything of its type
     * @param passedOver why it counts for nothing; empty where it counts
     */
    record SchemaKey(String path, KeyType type, List<String> values, String passedOver) {

        String name() {
            return path.substring(path.lastIndexOf('.') + 1);
        }

        String parent() {
            int dot = path.lastIndexOf('.');
            return dot < 0 ? "" : path.substring(0, dot);
        }
    }

    private PluginConfigSchema(Map<String, SchemaKey> keys) {
        this.keys = Collections.unmodifiableMap(keys);
    }

    static PluginConfigSchema bundled() {
        try (var file = Objects.requireNonNull(PluginConfigSchema.class.getResourceAsStream("plugin-config.json"))) {
            var keys = new LinkedHashMap<String, SchemaKey>();
            for (var key : new JsonMapper().readTree(file).path("keys")) {
                var values = new ArrayList<String>();
                key.path("values").forEach(value -> values.add(value.asText()));
                keys.put(key.path("path").asText(), new SchemaKey(key.path("path").asText(),
                        KeyType.valueOf(key.path("type").asText().toUpperCase(Locale.ROOT)), List.copyOf(values),
                        key.path("passedOver").asText("")));
            }
            return new PluginConfigSchema(keys);
        } catch (IOException e) {
            throw new UncheckedIOException("The keys of the device plugin's configuration are damaged", e);
        }
    }

    List<SchemaKey> keys() {
        return List.copyOf(keys.values());
    }

    Optional<SchemaKey> key(String path) {
        return Optional.ofNullable(keys.get(path));
    }

    private Stream<SchemaKey> under(String parent) {
        return keys.values().stream().filter(key -> key.parent().equals(parent) && key.passedOver().isEmpty());
    }

    /** What was meant by a key that is not known where it stands. */
    String meant(String parent, String name) {
        var misspelt = under(parent).filter(key -> alike(key.name(), name)).findFirst();
        if (misspelt.isPresent()) {
            return "It is spelt %s".formatted(misspelt.get().name());
        }
        var misplaced = keys.values().stream().filter(key -> key.passedOver().isEmpty() && alike(key.name(), name))
                .max((one, other) -> Integer.compare(common(one.parent(), parent), common(other.parent(), parent)));
        if (misplaced.isPresent()) {
            return misplaced(parent, misplaced.get());
        }
        return "Here stand " + String.join(", ", under(parent).map(SchemaKey::name).toList());
    }

    private static String misplaced(String parent, SchemaKey key) {
        if (key.parent().isEmpty()) {
            return "%s belongs to the outermost level".formatted(key.name());
        }
        // A list's entries and what stands beside the list are easily mistaken for each other.
        return parent.equals(key.parent() + ".resources[]")
                ? "%s belongs one level up, beside resources, in %s".formatted(key.name(), key.parent())
                : "%s belongs in %s".formatted(key.name(), key.parent().replace("[]", ""));
    }

    private static int common(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }

    private static boolean alike(String one, String other) {
        var plain = plain(one);
        var typed = plain(other);
        return plain.equals(typed) || (plain.length() > 2 * MISSPELT + 1 && distance(plain, typed) <= MISSPELT);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").replace("[]", "");
    }

    /** How many letters have to be put in, left out or changed to make one of the other. */
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
