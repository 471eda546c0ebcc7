package tessera.demo.api.contract;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.http.RawClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares an answer with the one that was recorded. */
final class Comparison {

    /** Headers that clients act upon. */
    private static final List<String> HEADERS = List.of("Content-Type", "Cache-Control", "Warning", "Retry-After",
            "Vary", "X-Content-Type-Options", "Content-Encoding");

    private static final Pattern CUT = Pattern.compile("cut from (\\d+) to (\\d+)");

    private Comparison() {}

    static void check(RawClient.Answer answer, Fixture.Replay replay) throws IOException {
        var recorded = replay.recording().response();
        assertThat(answer.code()).as("status, with the body " + answer.body())
                .isEqualTo(recorded.path("status").asInt());
        headers(answer, recorded.path("headers"), replay.ignored());
        if (recorded.has("events")) {
            events(answer, recorded.path("events"), replay);
        } else if (recorded.has("body")) {
            same(Recording.JSON.readTree(answer.bytes()), recorded.path("body"), replay);
        } else if (recorded.has("bodyTextFirst300")) {
            var beginning = Normal.text(answer.body());
            var expected = Normal.text(recorded.path("bodyTextFirst300").asText());
            expected = expected.substring(0, expected.lastIndexOf('"'));
            assertThat(beginning).startsWith(expected);
        } else if (recorded.has("bodyText") && !replay.ignored().contains("")) {
            assertThat(Normal.text(answer.body())).isEqualTo(Normal.text(recorded.path("bodyText").asText()));
        }
    }

    private static void headers(RawClient.Answer answer, JsonNode recorded, List<String> ignored) {
        if (recorded.isEmpty()) {
            return;
        }
        for (var name : HEADERS) {
            var values = recorded.path(name);
            var expected = new ArrayList<String>();
            if (values.isArray()) {
                values.forEach(value -> expected.add(value.asText()));
            } else if (!values.isMissingNode()) {
                expected.add(values.asText());
            }
            assertThat(answer.header(name)).as(name).isEqualTo(expected);
        }
        if (!ignored.contains("length")) {
            assertThat(!answer.header("Content-Length").isEmpty()).as("has a Content-Length")
                    .isEqualTo(recorded.has("Content-Length"));
        }
    }

    /** Each event is one line. The recorder left the managed fields out. */
    private static void events(RawClient.Answer answer, JsonNode recorded, Fixture.Replay replay) throws IOException {
        var lines = answer.body().lines().toList();
        assertThat(lines).as("events").hasSize(recorded.size());
        for (int i = 0; i < lines.size(); i++) {
            var event = Recording.JSON.readTree(lines.get(i));
            if (recorded.get(i).findValue("managedFields") == null) {
                withoutManagedFields(event);
            }
            same(event, recorded.get(i), replay);
        }
    }

    private static void withoutManagedFields(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("managedFields");
        }
        node.forEach(Comparison::withoutManagedFields);
    }

    static void same(JsonNode actual, JsonNode recorded, Fixture.Replay replay) throws IOException {
        cutAsRecorded(actual, recorded);
        var expected = Normal.of(without(recorded, replay.ignored()));
        var shown = Normal.of(without(actual, replay.ignored()));
        replay.unordered().forEach(pointer -> {
            sort(expected.at(pointer));
            sort(shown.at(pointer));
        });
        assertThat(Differences.between(expected, shown)).isEmpty();
    }

    private static void sort(JsonNode array) {
        var items = new ArrayList<JsonNode>();
        array.forEach(items::add);
        items.sort(Comparator.comparing(JsonNode::toString));
        ((ArrayNode) array).removeAll().addAll(items);
    }

    /** Of long lists only the beginning was kept, and a note of how long they were. */
    private static void cutAsRecorded(JsonNode actual, JsonNode recorded) {
        var note = CUT.matcher(recorded.path("__recorder_note").asText(""));
        if (note.find()) {
            var items = (ArrayNode) (actual.has("rows") ? actual.path("rows") : actual.path("items"));
            assertThat(items).as("all items").hasSize(Integer.parseInt(note.group(1)));
            while (items.size() > Integer.parseInt(note.group(2))) {
                items.remove(items.size() - 1);
            }
        }
    }

    private static JsonNode without(JsonNode node, List<String> pointers) {
        var copy = node.deepCopy();
        for (var text : pointers) {
            if (text.startsWith("/")) {
                remove(copy, List.of(text.substring(1).split("/")));
            }
        }
        return copy;
    }

    /** A star stands for all items of a list. */
    private static void remove(JsonNode node, List<String> path) {
        var step = JsonPointer.compile("/" + path.getFirst()).getMatchingProperty();
        var rest = path.subList(1, path.size());
        if (rest.isEmpty()) {
            if (node instanceof ObjectNode object) {
                object.remove(step);
            } else if (node instanceof ArrayNode array && step.matches("\\d+")) {
                array.remove(Integer.parseInt(step));
            }
        } else if (step.equals("*")) {
            node.forEach(item -> remove(item, rest));
        } else {
            remove(node.isArray() ? node.path(Integer.parseInt(step)) : node.path(step), rest);
        }
    }
}
