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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** The keys that a configuration of the device plugin can have. Data: {@code plugin-config.json}. */
final class DevicePluginConfigSchema {

    private static final int MISSPELT = 2;

    private final Map<String, DevicePluginConfigKey> keys;

    /** The type of value that a key takes. */
    enum KeyType implements Reason {
        TEXT,
        TEXTS,
        TRUTH,
        WHOLE,
        /** Of IMEX: there is one channel that can be had, or none. */
        CHANNELS,
        DURATION,
        MAP,
        MAPS,
        ANY;

        boolean accepts(JsonNode value) {
            return switch (this) {
                case TEXT -> value.isTextual();
                case TEXTS -> value.isTextual() || (value.isArray() && allMatch(value, JsonNode::isTextual));
                case TRUTH -> value.isBoolean();
                case WHOLE -> value.canConvertToInt() && value.isIntegralNumber();
                case CHANNELS -> value.isArray() && value.size() <= 1
                        && allMatch(value, channel -> channel.isIntegralNumber() && channel.asInt() == 0);
                case DURATION -> value.isIntegralNumber()
                        || (value.isTextual() && value.asText().matches("(?:[0-9.]++(?:[nuµm]?s|[mh]))++"));
                case MAP -> value.isObject();
                case MAPS -> value.isArray() && allMatch(value, JsonNode::isObject);
                case ANY -> true;
            };
        }

        private static boolean allMatch(JsonNode list, Predicate<JsonNode> fine) {
            return list.valueStream().allMatch(fine);
        }
    }

    /**
     * A key of the configuration.
     *
     * @param path       entries of lists as {@code []}
     * @param values     all that it takes; none for anything of its type
     * @param ignoredKey the key of the text why the device plugin ignores it; empty where it counts
     */
    record DevicePluginConfigKey(String path, KeyType type, List<String> values, String ignoredKey) {

        /** Returns why the device plugin ignores it; empty where it counts. */
        String ignoredReason() {
            return ignoredKey.isEmpty() ? ""
                    : MessageCatalog.of(DevicePluginConfigSchema.class).text(ignoredKey + ".why");
        }

        String name() {
            return path.substring(path.lastIndexOf('.') + 1);
        }

        String parentPath() {
            int dot = path.lastIndexOf('.');
            return dot < 0 ? "" : path.substring(0, dot);
        }
    }

    private DevicePluginConfigSchema(Map<String, DevicePluginConfigKey> keys) {
        this.keys = Collections.unmodifiableMap(keys);
    }

    static DevicePluginConfigSchema bundled() {
        try (var file = Objects
                .requireNonNull(DevicePluginConfigSchema.class.getResourceAsStream("plugin-config.json"))) {
            var keys = new LinkedHashMap<String, DevicePluginConfigKey>();
            for (var key : new JsonMapper().readTree(file).path("keys")) {
                var values = new ArrayList<String>();
                key.path("values").forEach(value -> values.add(value.asText()));
                keys.put(key.path("path").asText(),
                        new DevicePluginConfigKey(key.path("path").asText(),
                                KeyType.valueOf(key.path("type").asText().toUpperCase(Locale.ROOT)),
                                List.copyOf(values), key.path("text").asText("")));
            }
            return new DevicePluginConfigSchema(keys);
        } catch (IOException e) {
            throw new UncheckedIOException("damaged plugin-config.json", e);
        }
    }

    List<DevicePluginConfigKey> keys() {
        return List.copyOf(keys.values());
    }

    Optional<DevicePluginConfigKey> find(String path) {
        return Optional.ofNullable(keys.get(path));
    }

    private Stream<DevicePluginConfigKey> keysUnder(String parent) {
        return keys.values().stream().filter(key -> key.parentPath().equals(parent) && key.ignoredKey().isEmpty());
    }

    /** Returns the probable meaning of a key that is unknown at its place. */
    ConfigKeyHint hintFor(String parent, String name) {
        var misspelt = keysUnder(parent).filter(key -> isSimilar(key.name(), name)).findFirst();
        if (misspelt.isPresent()) {
            return new ConfigKeyHint.MisspeltKey(misspelt.get().name());
        }
        var misplaced = keys.values().stream().filter(key -> key.ignoredKey().isEmpty() && isSimilar(key.name(), name))
                .max((one, other) -> Integer.compare(commonPrefixLength(one.parentPath(), parent),
                        commonPrefixLength(other.parentPath(), parent)));
        if (misplaced.isPresent()) {
            return misplacedHint(parent, misplaced.get());
        }
        return new ConfigKeyHint.UnrelatedKey(
                keysUnder(parent).map(DevicePluginConfigKey::name).collect(Collectors.joining(", ")));
    }

    private static ConfigKeyHint misplacedHint(String parent, DevicePluginConfigKey key) {
        // A list's entries and what stands beside the list are easily mistaken for each other.
        if (!key.parentPath().isEmpty() && parent.equals(key.parentPath() + ".resources[]")) {
            return new ConfigKeyHint.MisplacedListKey(key.name(), key.parentPath());
        }
        return new ConfigKeyHint.MisplacedKey(key.name(), key.parentPath().replace("[]", ""));
    }

    private static int commonPrefixLength(String one, String other) {
        int length = 0;
        while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
            length++;
        }
        return length;
    }

    private static boolean isSimilar(String one, String other) {
        var plain = normalizeName(one);
        var typed = normalizeName(other);
        return plain.equals(typed) || (plain.length() > 2 * MISSPELT + 1 && editDistance(plain, typed) <= MISSPELT);
    }

    private static String normalizeName(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "").replace("[]", "");
    }

    /** Returns the number of inserted, removed or changed letters between two names. */
    private static int editDistance(String one, String other) {
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
