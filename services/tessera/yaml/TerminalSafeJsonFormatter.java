package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.model.ForeignTextSanitizer;

/** JSON to be read by people and programs, on a terminal too. */
public final class TerminalSafeJsonFormatter {

    private TerminalSafeJsonFormatter() {}

    /** Returns the formatted JSON with a final line break. */
    public static String format(JsonNode tree) {
        return ForeignTextSanitizer.escapeJson(tree.toPrettyString()) + "\n";
    }
}
