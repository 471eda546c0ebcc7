package tessera.insight.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Health events of NVSentinel, as it keeps them in an annotation of the node that they quarantined. */
final class HealthEvents {

    private static final JsonMapper JSON = new JsonMapper();
    /** What older versions write as a number. */
    private static final Map<String, String> ACTIONS = Map.of("0", "NONE", "2", "COMPONENT_RESET", "5",
            "CONTACT_SUPPORT", "15", "RESTART_VM", "24", "RESTART_BM", "25", "REPLACE_VM");

    private HealthEvents() {}

    /** Returns in a few words the newest fault of a list of events; empty for any other text. */
    static Optional<String> cause(String text) {
        if (!text.startsWith("[") && !text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            var tree = JSON.readTree(text);
            var events = new ArrayList<JsonNode>();
            (tree.isArray() ? tree : List.of(tree)).forEach(events::add);
            return events.reversed().stream().filter(event -> !event.path("isHealthy").asBoolean()
                    && !event.path("checkName").asText().isEmpty()).findFirst().map(HealthEvents::words);
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private static String words(JsonNode event) {
        var words = new StringBuilder(event.path("checkName").asText());
        var codes = event.path("errorCode").valueStream().map(JsonNode::asText).collect(Collectors.joining(", "));
        var where = event.path("entitiesImpacted").valueStream()
                .map(each -> each.path("entityType").asText() + " " + each.path("entityValue").asText())
                .limit(2).collect(Collectors.joining(", "));
        words.append(codes.isEmpty() ? "" : " " + codes).append(where.isEmpty() ? "" : " on " + where);
        var action = event.path("recommendedAction").asText();
        return words.append(action.isEmpty() ? "" : ", action " + ACTIONS.getOrDefault(action, action)).toString();
    }
}
