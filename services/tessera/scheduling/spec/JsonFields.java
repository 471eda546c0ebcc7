package tessera.scheduling.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is taken out of trees again and again. */
final class JsonFields {

    private JsonFields() {}

    static List<String> texts(JsonNode array) {
        return list(array, JsonNode::asText);
    }

    static Map<String, String> map(JsonNode object) {
        var texts = new HashMap<String, String>();
        object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
        return Map.copyOf(texts);
    }

    static <T> List<T> list(JsonNode array, Function<JsonNode, T> read) {
        var list = new ArrayList<T>();
        array.forEach(each -> list.add(read.apply(each)));
        return List.copyOf(list);
    }
}
