package tessera.gpu.health;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.model.JsonPointers;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * The last write of a field, by the managed fields of the object.
 *
 * @param manager the program that wrote, as it names itself, e.g. {@code kubectl-cordon}
 * @param time    as people read it, e.g. {@code 2026-11-20 15:00:00 UTC}; empty where the server does not tell
 */
public record LastFieldWrite(String manager, String time) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LastFieldWrite.class);
    private static final String KUBECTL = "kubectl";

    /**
     * Returns the last writer of a field; empty if the server has no record of it.
     *
     * @param pointer to the field, as RFC 6901 has it
     */
    public static Optional<LastFieldWrite> lastWrite(JsonNode object, String pointer) {
        var manager = "";
        var newest = "";
        for (var entry : object.at("/metadata/managedFields")) {
            var time = entry.path("time").asText();
            if (isOwned(entry.path("fieldsV1"), pointer) && time.compareTo(newest) >= 0) {
                newest = time;
                manager = entry.path("manager").asText();
            }
        }
        if (manager.isEmpty()) {
            return Optional.empty();
        }
        return Optional
                .of(new LastFieldWrite(manager, newest.isEmpty() ? "" : newest.replace("T", " ").replace("Z", " UTC")));
    }

    /** Returns whether a field is among the managed fields of a program, as the server records them. */
    public static boolean isOwned(JsonNode fields, String pointer) {
        var within = fields;
        for (var name : JsonPointers.segmentsOf(pointer)) {
            within = within.path("f:" + name);
            if (within.isObject() && within.isEmpty()) {
                return true;
            }
        }
        return !within.isMissingNode();
    }

    /** Returns writer and time, as the end of a sentence, e.g. {@code by a person with kubectl at 2026-11-20 15:00:00 UTC}. */
    public String byline() {
        return MESSAGES.text("byline", writerName(), time);
    }

    /** Returns the same as evidence, with the program's own name. */
    public String evidenceText() {
        return "managedFields: %s%s".formatted(manager, OptionalText.prefixed(", ", time));
    }

    private String writerName() {
        if (manager.startsWith(KUBECTL)) {
            return MESSAGES.text("writer.kubectl");
        }
        return manager.startsWith("Mozilla") ? MESSAGES.text("writer.browser") : manager;
    }
}
