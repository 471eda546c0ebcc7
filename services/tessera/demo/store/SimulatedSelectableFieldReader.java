package tessera.demo.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tessera.demo.store.SimulatedResourceType.SelectableField;

/** Reads from an object the values that selectors need, sharing the strings that recur. */
final class SimulatedSelectableFieldReader {

    /** Beyond this many different strings, sharing costs more than it saves. */
    private static final int SHARED = 100_000;

    private final List<String[]> paths;
    private final List<String> absent;
    private final Map<String, String> shared;

    SimulatedSelectableFieldReader(List<SelectableField> fields, Map<String, String> shared) {
        this.paths = fields.stream().map(field -> field.path().split("\\.", -1)).toList();
        this.absent = fields.stream().map(SelectableField::absentValue).toList();
        this.shared = shared;
    }

    static Map<String, String> sharedStrings() {
        return new ConcurrentHashMap<>();
    }

    String intern(String text) {
        var known = shared.get(text);
        if (known == null && shared.size() < SHARED) {
            shared.put(text, text);
        }
        return known == null ? text : known;
    }

    Map<String, String> readLabels(JsonNode labels) {
        if (labels.isEmpty()) {
            return Map.of();
        }
        var map = HashMap.<String, String>newHashMap(labels.size());
        labels.properties().forEach(label -> map.put(intern(label.getKey()), intern(label.getValue().asText())));
        return Map.copyOf(map);
    }

    List<String> readFields(ObjectNode object) {
        var values = new ArrayList<String>(paths.size());
        for (int i = 0; i < paths.size(); i++) {
            var text = SimulatedStoreJsonCodec.textAt(object, paths.get(i));
            values.add(intern(text.isEmpty() ? absent.get(i) : text));
        }
        return List.copyOf(values);
    }
}
