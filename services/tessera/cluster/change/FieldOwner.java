package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** Who wrote a field of an object last, as the server keeps account of it. */
final class FieldOwner {

    private static final Pattern SLASH = Pattern.compile("/");

    private FieldOwner() {}

    /**
     * What is otherwise, and by whose hand, to be read behind what says that it was changed.
     *
     * @param pointer to the field, as RFC 6901 has it
     */
    static String words(JsonNode object, String pointer) {
        var manager = "";
        var newest = "";
        for (var entry : object.at("/metadata/managedFields")) {
            var time = entry.path("time").asText();
            if (owns(entry.path("fieldsV1"), pointer) && time.compareTo(newest) >= 0) {
                newest = time;
                manager = entry.path("manager").asText();
            }
        }
        var field = pointer.substring(1).replace('/', '.').replace("~1", "/").replace("~0", "~");
        return ": %s is otherwise by now%s".formatted(field, manager.isEmpty() ? ""
                : ", as %s wrote it%s".formatted(
                        manager, newest.isEmpty() ? "" : " at " + newest));
    }

    private static boolean owns(JsonNode fields, String pointer) {
        var within = fields;
        for (var part : SLASH.splitAsStream(pointer.substring(1)).toList()) {
            within = within.path("f:" + part.replace("~1", "/").replace("~0", "~"));
            if (within.isObject() && within.isEmpty()) {
                return true;
            }
        }
        return !within.isMissingNode();
    }
}
