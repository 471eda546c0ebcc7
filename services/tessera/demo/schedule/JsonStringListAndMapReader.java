package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reader of lists and maps of strings in JSON trees. */
final class JsonStringListAndMapReader {

    private JsonStringListAndMapReader() {}

    static List<String> textList(JsonNode array) {
        var texts = new ArrayList<String>(array.size());
        array.forEach(item -> texts.add(item.asText()));
        return List.copyOf(texts);
    }

    static Map<String, String> textMap(JsonNode object) {
        if (object.isEmpty()) {
            return Map.of();
        }
        var texts = LinkedHashMap.<String, String>newLinkedHashMap(object.size());
        object.properties().forEach(field -> texts.put(field.getKey().intern(), field.getValue().asText().intern()));
        return Map.copyOf(texts);
    }
}
