package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads maps of texts, such as labels, annotations and amounts by their keys. */
public final class TextMaps {

    private TextMaps() {}

    /** A map in the order of the server; empty for what is none. */
    public static Map<String, String> of(JsonNode map) {
        var texts = new LinkedHashMap<String, String>();
        map.properties().forEach(text -> texts.put(text.getKey(), text.getValue().asText()));
        return texts;
    }
}
