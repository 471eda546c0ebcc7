package tessera.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reader of string maps, such as labels, annotations and quantities. */
public final class StringMapReader {

    private StringMapReader() {}

    /** Returns a map in the order of the server; empty for what is not a map. */
    public static Map<String, String> readMap(JsonNode map) {
        var texts = new LinkedHashMap<String, String>();
        map.properties().forEach(text -> texts.put(text.getKey(), text.getValue().asText()));
        return texts;
    }
}
