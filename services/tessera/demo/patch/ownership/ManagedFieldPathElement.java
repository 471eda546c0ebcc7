package tessera.demo.patch.ownership;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tessera.demo.patch.schema.FieldValueSchema.ListItemIdentity;
import tessera.demo.patch.schema.FieldValueSchema.ListSchema;

/**
 * A step from a value to a value inside it. Two steps are the same when their encoded form is.
 *
 * @param encoded as in {@code fieldsV1}: {@code f:name}, <code>k:{"name":"main"}</code>, {@code v:"value"}
 */
record ManagedFieldPathElement(String encoded) implements Comparable<ManagedFieldPathElement> {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static ManagedFieldPathElement forField(String name) {
        return new ManagedFieldPathElement("f:" + name);
    }

    static ManagedFieldPathElement forValue(JsonNode value) {
        return new ManagedFieldPathElement("v:" + value);
    }

    /** @param keys the fields that tell an item apart */
    static ManagedFieldPathElement forKeys(Map<String, JsonNode> keys) {
        var object = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(keys).forEach(object::set);
        return new ManagedFieldPathElement("k:" + object);
    }

    /** Returns the items by identity; those that cannot be told apart come together as one array. */
    static Map<ManagedFieldPathElement, JsonNode> itemsByElement(ListSchema listing, JsonNode list) {
        var items = new LinkedHashMap<ManagedFieldPathElement, JsonNode>();
        var repeated = new LinkedHashMap<ManagedFieldPathElement, ArrayNode>();
        for (var item : list) {
            var element = forItem(listing, item);
            var first = items.putIfAbsent(element, item);
            if (first != null) {
                repeated.computeIfAbsent(element, _ -> JsonNodeFactory.instance.arrayNode().add(first)).add(item);
            }
        }
        items.putAll(repeated);
        return items;
    }

    static ManagedFieldPathElement forItem(ListSchema listing, JsonNode item) {
        return switch (listing.identity()) {
            case ListItemIdentity.MapListIdentity(var keys) -> {
                var found = new LinkedHashMap<String, JsonNode>();
                keys.forEach((key, otherwise) -> {
                    if (item.hasNonNull(key)) {
                        found.put(key, item.get(key));
                    } else if (!otherwise.isEmpty()) {
                        found.put(key, JsonNodeFactory.instance.textNode(otherwise));
                    }
                });
                yield forKeys(found);
            }
            case ListItemIdentity.SetListIdentity() -> forValue(item);
            case ListItemIdentity.AtomicListIdentity() ->
                throw new IllegalArgumentException("An atomic list has no items of its own");
        };
    }

    /** Reads a key of {@code fieldsV1}; empty when it is none. */
    static Optional<ManagedFieldPathElement> parse(String text) {
        if (text.startsWith("f:") || text.startsWith("i:")) {
            return Optional.of(new ManagedFieldPathElement(text));
        }
        var json = text.length() < 2 ? Optional.<JsonNode>empty() : parseJson(text.substring(2));
        if (text.startsWith("v:")) {
            return json.map(ManagedFieldPathElement::forValue);
        }
        if (text.startsWith("k:") && json.orElse(null) instanceof ObjectNode keys) {
            return Optional.of(forKeys(keys.properties().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (first, _) -> first))));
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> parseJson(String text) {
        try {
            return Optional.ofNullable(JSON.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Returns the field name; empty when this is no step into a field. */
    Optional<String> fieldName() {
        if (encoded.startsWith("f:")) {
            return Optional.of(encoded.substring(2));
        }
        return Optional.empty();
    }

    /** Returns the step as a conflict message shows it, e.g. {@code .spec} or {@code [name="main"]}. */
    String stepText() {
        var rest = encoded.substring(2);
        return switch (encoded.charAt(0)) {
            case 'f' -> "." + rest;
            case 'k' -> parseJson(rest).stream().flatMap(keys -> keys.properties().stream())
                    .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(",", "[", "]"));
            case 'v' -> "[=" + rest + "]";
            default -> "[" + rest + "]";
        };
    }

    @Override
    public int compareTo(ManagedFieldPathElement other) {
        return encoded.compareTo(other.encoded);
    }
}
