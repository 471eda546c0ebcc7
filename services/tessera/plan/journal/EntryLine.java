package tessera.plan.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tessera.plan.journal.JournalEntry.JournalCluster;
import tessera.plan.journal.JournalEntry.JournalEvent;

/** An entry as one line of JSON. */
final class EntryLine {

    private static final JsonMapper JSON = new JsonMapper();

    private EntryLine() {}

    static String write(JournalEntry entry) {
        var json = JSON.createObjectNode().put("at", entry.at()).put("run", entry.run()).put("event",
                word(entry.event()));
        put(json, "context", entry.place().context());
        put(json, "server", entry.place().server());
        put(json, "user", entry.place().user());
        put(json, "verb", entry.verb());
        put(json, "words", entry.words());
        put(json, "objects", entry.objects());
        put(json, "result", entry.result());
        put(json, "detail", entry.detail());
        put(json, "leaves", entry.leaves());
        put(json, "undo", entry.undo());
        put(json, "back", entry.back());
        put(json, "writer", entry.writer());
        return json.toString();
    }

    private static void put(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static void put(ObjectNode json, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            texts.forEach(json.putArray(name)::add);
        }
    }

    /** Empty for a line that is none, such as one that was cut short. */
    static Optional<JournalEntry> read(String line) {
        try {
            var json = JSON.readTree(line);
            return Arrays.stream(JournalEvent.values())
                    .filter(event -> word(event).equals(json.path("event").asText("")))
                    .findFirst().map(event -> entry(json, event));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private static JournalEntry entry(JsonNode json, JournalEvent event) {
        return new JournalEntry(text(json, "at"), text(json, "run"), event,
                new JournalCluster(text(json, "context"), text(json, "server"), text(json, "user")), text(json, "verb"),
                text(json, "words"), texts(json, "objects"), text(json, "result"), text(json, "detail"),
                texts(json, "leaves"), text(json, "undo"), texts(json, "back"),
                text(json, "writer"));
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).asText("");
    }

    private static List<String> texts(JsonNode json, String name) {
        return StreamSupport.stream(json.path(name).spliterator(), false).map(JsonNode::asText).toList();
    }

    private static String word(JournalEvent event) {
        return event.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
