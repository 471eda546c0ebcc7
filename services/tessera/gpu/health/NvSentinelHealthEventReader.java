package tessera.gpu.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.StatusCondition;
import tessera.text.OptionalText;

/** Health events of NVSentinel, as it keeps them in an annotation of the node that they quarantined. */
final class NvSentinelHealthEventReader {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String QUARANTINE = "quarantineHealthEvent";
    private static final int MOST = 20;
    /** What older versions write as a number. */
    private static final Map<String, String> ACTIONS = Map.of("0", "NONE", "2", "COMPONENT_RESET", "5",
            "CONTACT_SUPPORT", "15", "RESTART_VM", "24", "RESTART_BM", "25", "REPLACE_VM");

    private NvSentinelHealthEventReader() {}

    /** Returns in a few words the newest fault of a list of events; empty for any other text. */
    static Optional<String> causeText(String text) {
        return parseEvents(text).findFirst().map(NvSentinelHealthEventReader::eventText);
    }

    /**
     * Returns the faults that a node was quarantined for, as the conditions by which NVSentinel reports them; a fault that is not fatal is {@code Unknown}. Not all of them stand among the node's conditions.
     */
    static Stream<StatusCondition> conditions(Map<String, String> annotations) {
        return annotations.entrySet().stream().filter(each -> each.getKey().endsWith(QUARANTINE))
                .flatMap(each -> parseEvents(each.getValue())).map(NvSentinelHealthEventReader::toCondition);
    }

    /** Parses the unhealthy events of a text, the newest first. */
    private static Stream<JsonNode> parseEvents(String text) {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return Stream.empty();
        }
        try {
            var tree = JSON.readTree(text);
            var events = new ArrayList<JsonNode>();
            (tree.isArray() ? tree : List.of(tree)).forEach(events::add);
            return events.reversed().stream().filter(
                    event -> !event.path("isHealthy").asBoolean() && !event.path("checkName").asText().isEmpty())
                    .limit(MOST);
        } catch (JsonProcessingException _) {
            return Stream.empty();
        }
    }

    private static StatusCondition toCondition(JsonNode event) {
        var codes = codesText(event);
        var action = actionName(event);
        var message = Stream
                .of(codes.isEmpty() ? "" : "[" + codes + "]", event.path("message").asText(),
                        OptionalText.prefixed("on ", entitiesText(event)),
                        OptionalText.prefixed("- RecommendedAction: ", action))
                .filter(part -> !part.isBlank()).collect(Collectors.joining(" "));
        return new StatusCondition(event.path("checkName").asText(),
                event.path("isFatal").asBoolean(true) ? "True" : "Unknown", "", message,
                parseTime(event.path("generatedTimestamp").asText()));
    }

    private static @Nullable Instant parseTime(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    private static String eventText(JsonNode event) {
        var words = new StringBuilder(event.path("checkName").asText());
        var codes = codesText(event);
        var where = entitiesText(event);
        words.append(OptionalText.prefixed(" ", codes)).append(OptionalText.prefixed(" on ", where));
        var action = actionName(event);
        return words.append(OptionalText.prefixed(", action ", action)).toString();
    }

    private static String codesText(JsonNode event) {
        return event.path("errorCode").valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
    }

    private static String entitiesText(JsonNode event) {
        return event.path("entitiesImpacted").valueStream()
                .map(element -> element.path("entityType").asText() + " " + element.path("entityValue").asText())
                .limit(2).collect(Collectors.joining(", "));
    }

    private static String actionName(JsonNode event) {
        var action = event.path("recommendedAction").asText();
        return ACTIONS.getOrDefault(action, action);
    }
}
