package tessera.demo.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Values as a real server prints them inside a message: with all fields, in the order of its internal types. */
final class GoStructFormatter {

    private static final Map<String, List<GoStructField>> TYPES = readTypes();
    private static final List<String> OF_THE_HOST = List.of("hostNetwork", "hostPID", "hostIPC",
            "shareProcessNamespace", "hostUsers");

    private GoStructFormatter() {}

    private record GoStructField(String inside, String name, String type) {}

    static List<String> jsonLines(JsonNode spec) {
        var given = JsonTreeOperations.shallowCopy(spec);
        var security = JsonTreeOperations.shallowCopy(spec.path("securityContext"));
        OF_THE_HOST.stream().filter(spec::has).forEach(field -> security.set(field, spec.get(field)));
        given.set("securityContext", security);
        var indent = new DefaultIndenter(" ", "\n");
        var printer = new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                        .withObjectEmptySeparator("").withArrayEmptySeparator(""))
                .withObjectIndenter(indent).withArrayIndenter(indent);
        try {
            return JsonMapper.builder().build().writer(printer).writeValueAsString(valueOf("PodSpec", given)).lines()
                    .toList();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a value of a type of {@code go-types.txt}. */
    static ObjectNode valueOf(String type, JsonNode value) {
        var result = SimulatedStoreJsonCodec.newObject();
        for (var field : TYPES.getOrDefault(type, List.of())) {
            result.set(field.inside(), fieldValue(field.type(), value.path(field.name())));
        }
        return result;
    }

    private static JsonNode fieldValue(String type, JsonNode value) {
        boolean absent = value.isMissingNode() || value.isNull();
        return switch (type) {
            case "text" -> absent ? JsonNodeFactory.instance.textNode("") : value;
            case "flag" -> absent ? JsonNodeFactory.instance.booleanNode(false) : value;
            case "number" -> absent ? JsonNodeFactory.instance.numberNode(0) : value;
            case "value" -> absent ? JsonNodeFactory.instance.nullNode() : value;
            default -> {
                if (absent && !type.endsWith("!")) {
                    yield JsonNodeFactory.instance.nullNode();
                }
                if (!type.startsWith("[]")) {
                    yield valueOf(type.replace("!", ""), value);
                }
                var list = JsonTreeOperations.newArray();
                value.forEach(item -> list.add(valueOf(type.substring(2), item)));
                yield list;
            }
        };
    }

    private static Map<String, List<GoStructField>> readTypes() {
        var types = new HashMap<String, List<GoStructField>>();
        List<GoStructField> current = List.of();
        for (var line : SimulatedStoreJsonCodec.readResourceLines(GoStructFormatter.class, "go-types.txt")) {
            if (line.startsWith("  ")) {
                var words = line.trim().split(" ", -1);
                current.add(new GoStructField(words[0], words[1], words[2]));
            } else if (!line.startsWith("#")) {
                current = new ArrayList<>();
                types.put(line, current);
            }
        }
        return Map.copyOf(types);
    }
}
