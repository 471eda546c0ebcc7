package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reader of labels whose keys and values are kept once for all objects. */
final class SimulatedInternedLabelReader {

    private SimulatedInternedLabelReader() {}

    static Map<String, String> readLabels(JsonNode labels) {
        if (labels.isEmpty()) {
            return Map.of();
        }
        var texts = LinkedHashMap.<String, String>newLinkedHashMap(labels.size());
        labels.properties().forEach(label -> texts.put(label.getKey().intern(), label.getValue().asText().intern()));
        return Map.copyOf(texts);
    }
}
