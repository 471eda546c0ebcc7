package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Converts JSON trees to lists and maps. */
final class JsonCollectionReader {

    private JsonCollectionReader() {}

    static List<String> textList(JsonNode array) {
        return mapList(array, JsonNode::asText);
    }

    static Map<String, String> textMap(JsonNode object) {
        var texts = new HashMap<String, String>();
        object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return Map.copyOf(texts);
    }

    static <T> List<T> mapList(JsonNode array, Function<JsonNode, T> read) {
        var list = new ArrayList<T>();
        array.forEach(element -> list.add(read.apply(element)));
        return List.copyOf(list);
    }
}
