package tessera.demo.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Takes from bodies what differs from run to run: identities, versions, moments, random suffixes, Go's own names. */
final class Normal {

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TIME = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
    private static final Pattern VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}");
    private static final Map<Pattern, String> VERSIONS = Map.of(
            Pattern.compile("too old resource version: (\\d+) \\(\\d+\\)"), "too old resource version: $1 (VERSION)",
            Pattern.compile("current: \\d+"), "current: VERSION", Pattern.compile("in record \\(\\d+\\)"),
            "in record (VERSION)", Pattern.compile("\"resourceVersion\\\\?\":\\\\?\"\\d+"),
            "\"resourceVersion\":\"VERSION");

    private Normal() {}

    static JsonNode of(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> object(object);
            case ArrayNode array -> {
                var result = JsonNodeFactory.instance.arrayNode();
                array.forEach(item -> result.add(of(item)));
                yield result;
            }
            default -> node.isTextual() ? JsonNodeFactory.instance.textNode(text(node.asText())) : node;
        };
    }

    static String text(String text) {
        int begin = text.indexOf("\"{\\\"");
        int end = text.lastIndexOf("}\"") + 2;
        return begin < 0 || end < begin ? plainText(text)
                : plainText(text.substring(0, begin)) + embedded(text.substring(begin, end))
                        + plainText(text.substring(end));
    }

    /** An object within a message; the order of its fields means nothing there either. */
    private static String embedded(String quoted) {
        try {
            return of(Recording.JSON.readTree(Recording.JSON.readTree(quoted).asText())).toString();
        } catch (IOException e) {
            return plainText(quoted);
        }
    }

    private static String plainText(String text) {
        var result = UID.matcher(text).replaceAll("UID");
        result = TIME.matcher(result).replaceAll("TIME");
        result = VOLUME.matcher(result).replaceAll("kube-api-access-RANDOM");
        for (var version : VERSIONS.entrySet()) {
            result = version.getKey().matcher(result).replaceAll(version.getValue());
        }
        return result;
    }

    private static ObjectNode object(ObjectNode object) {
        var sorted = new TreeMap<String, JsonNode>();
        object.properties().forEach(field -> sorted.put(field.getKey(), field.getValue()));
        sorted.remove("__recorder_note");
        var result = JsonNodeFactory.instance.objectNode();
        boolean column = sorted.containsKey("priority") && sorted.containsKey("format");
        sorted.forEach((name, value) -> {
            if (value.isTextual() && List.of("resourceVersion", "continue").contains(name)
                    && !value.asText().isEmpty()) {
                result.put(name, name.equals("continue") ? token(value.asText()) : "VERSION");
            } else if (column && name.equals("description")) {
                // what a column means is said in our own words
                result.put(name, "DESCRIPTION");
            } else {
                result.set(name, of(value));
            }
        });
        return result;
    }

    private static String token(String token) {
        return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8).replaceAll("\"rv\":\\d+",
                "\"rv\":VERSION");
    }
}
