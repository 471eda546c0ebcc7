package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.model.PlainText;

/** JSON to be read by people and programs, on a terminal too. */
public final class JsonText {

    private JsonText() {}

    /** Returns the formatted JSON with a final line break. */
    public static String format(JsonNode tree) {
        return PlainText.escapeJson(tree.toPrettyString()) + "\n";
    }
}
