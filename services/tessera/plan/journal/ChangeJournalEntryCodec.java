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
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

/** Encodes and decodes a journal entry as one line of JSON. */
final class ChangeJournalEntryCodec {

    private static final JsonMapper JSON = new JsonMapper();

    private ChangeJournalEntryCodec() {}

    static String encode(ChangeJournalEntry entry) {
        var json = JSON.createObjectNode().put("at", entry.at()).put("run", entry.run()).put("event",
                eventWord(entry.event()));
        putText(json, "context", entry.cluster().context());
        putText(json, "server", entry.cluster().server());
        putText(json, "user", entry.cluster().user());
        putText(json, "verb", entry.verb());
        putText(json, "words", entry.text());
        putTexts(json, "objects", entry.objects());
        putText(json, "result", entry.result());
        putText(json, "detail", entry.detail());
        putTexts(json, "leaves", entry.lastingEffects());
        putText(json, "undo", entry.undo());
        putTexts(json, "back", entry.undoCommands());
        putText(json, "writer", entry.writer());
        return json.toString();
    }

    private static void putText(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.put(name, text);
        }
    }

    private static void putTexts(ObjectNode json, String name, List<String> texts) {
        if (!texts.isEmpty()) {
            texts.forEach(json.putArray(name)::add);
        }
    }

    /** Decodes a line; empty for an invalid one, such as one that was cut short. */
    static Optional<ChangeJournalEntry> decode(String line) {
        try {
            var json = JSON.readTree(line);
            return Arrays.stream(JournalEvent.values())
                    .filter(event -> eventWord(event).equals(json.path("event").asText("")))
                    .findFirst().map(event -> decodeEntry(json, event));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private static ChangeJournalEntry decodeEntry(JsonNode json, JournalEvent event) {
        return new ChangeJournalEntry(readText(json, "at"), readText(json, "run"), event,
                new JournalCluster(readText(json, "context"), readText(json, "server"), readText(json, "user")),
                readText(json, "verb"),
                readText(json, "words"), readTexts(json, "objects"), readText(json, "result"), readText(json, "detail"),
                readTexts(json, "leaves"), readText(json, "undo"), readTexts(json, "back"),
                readText(json, "writer"));
    }

    private static String readText(JsonNode json, String name) {
        return json.path(name).asText("");
    }

    private static List<String> readTexts(JsonNode json, String name) {
        return StreamSupport.stream(json.path(name).spliterator(), false).map(JsonNode::asText).toList();
    }

    private static String eventWord(JournalEvent event) {
        return event.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
