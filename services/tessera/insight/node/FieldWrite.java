package tessera.insight.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.model.JsonPointers;

/**
 * The last write of a field, as the server keeps account of it.
 *
 * @param manager the program that wrote, as it names itself, e.g. {@code kubectl-cordon}
 * @param time    as people read it, e.g. {@code 2026-11-20 15:00:00 UTC}; empty where the server does not tell
 */
public record FieldWrite(String manager, String time) {

    private static final String KUBECTL = "kubectl";

    /**
     * Returns who wrote a field last; empty where the server keeps no account of it.
     *
     * @param pointer to the field, as RFC 6901 has it
     */
    public static Optional<FieldWrite> last(JsonNode object, String pointer) {
        var manager = "";
        var newest = "";
        for (var entry : object.at("/metadata/managedFields")) {
            var time = entry.path("time").asText();
            if (owns(entry.path("fieldsV1"), pointer) && time.compareTo(newest) >= 0) {
                newest = time;
                manager = entry.path("manager").asText();
            }
        }
        return manager.isEmpty() ? Optional.empty()
                : Optional.of(new FieldWrite(manager,
                        newest.isEmpty() ? "" : newest.replace("T", " ").replace("Z", " UTC")));
    }

    /** Returns whether a field is among those that a program owns, as the server writes them down. */
    public static boolean owns(JsonNode fields, String pointer) {
        var within = fields;
        for (var name : JsonPointers.names(pointer)) {
            within = within.path("f:" + name);
            if (within.isObject() && within.isEmpty()) {
                return true;
            }
        }
        return !within.isMissingNode();
    }

    /** Returns who and when, as the end of a sentence, e.g. {@code by a person with kubectl at 2026-11-20 15:00:00 UTC}. */
    public String byline() {
        return "by " + writer() + (time.isEmpty() ? "" : " at " + time);
    }

    /** Returns the same as evidence, with the program's own name. */
    public String words() {
        return "managedFields: %s%s".formatted(manager, time.isEmpty() ? "" : ", " + time);
    }

    private String writer() {
        if (manager.startsWith(KUBECTL)) {
            return "a person with kubectl";
        }
        return manager.startsWith("Mozilla") ? "a person with a browser" : manager;
    }
}
