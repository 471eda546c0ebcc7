package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.model.PlainText;

/** JSON to be read by people and programs, on a terminal too. */
public final class JsonText {

    private JsonText() {}

    /** With the end of its last line. */
    public static String of(JsonNode tree) {
        return PlainText.json(tree.toPrettyString()) + "\n";
    }
}
