package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON merge patch (RFC 7386): fields replace fields, {@code null} removes, a list replaces a list. */
public final class JsonMergePatchApplier {

    private JsonMergePatchApplier() {}

    /** Returns the patched document, which shares what the patch does not touch. Neither argument changes. */
    public static JsonNode apply(JsonNode document, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        var result = JsonNodeFactory.instance.objectNode();
        if (document instanceof ObjectNode original) {
            result.setAll(original);
        }
        patch.properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                result.remove(entry.getKey());
            } else {
                result.set(entry.getKey(), apply(result.path(entry.getKey()), entry.getValue()));
            }
        });
        return result;
    }
}
