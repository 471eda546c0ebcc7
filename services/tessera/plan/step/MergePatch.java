package tessera.plan.step;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.model.JsonPointers;

/**
 * What makes one object of another, as RFC 7386 has it: what is there no longer is null, and a list is another list.
 *
 * @param body   only what differs; empty where nothing does
 * @param relied what stood where the body changes something, as JSON by JSON pointer; {@code null} for what was not there
 */
public record MergePatch(ObjectNode body, SortedMap<String, String> relied) {

    public MergePatch {
        relied = Collections.unmodifiableSortedMap(new TreeMap<>(relied));
    }

    public static MergePatch between(JsonNode before, JsonNode after) {
        var relied = new TreeMap<String, String>();
        return new MergePatch(difference(before, after, "", relied), relied);
    }

    /** All that a patch says something of, as JSON pointers. */
    public static List<String> touched(JsonNode patch) {
        var touched = new ArrayList<String>();
        touched(patch, "", touched);
        return touched;
    }

    private static void touched(JsonNode part, String path, List<String> found) {
        part.properties().forEach(field -> {
            var pointer = path + "/" + JsonPointers.escaped(field.getKey());
            if (field.getValue().isObject() && !field.getValue().isEmpty()) {
                touched(field.getValue(), pointer, found);
            } else {
                found.add(pointer);
            }
        });
    }

    private static ObjectNode difference(JsonNode before, JsonNode after, String path, Map<String, String> relied) {
        var patch = JsonNodeFactory.instance.objectNode();
        var names = new LinkedHashSet<String>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            var was = before.path(name);
            var is = after.path(name);
            var pointer = path + "/" + JsonPointers.escaped(name);
            if (was.isObject() && is.isObject()) {
                var within = difference(was, is, pointer, relied);
                if (!within.isEmpty()) {
                    patch.set(name, within);
                }
            } else if (!was.equals(is) && !(was.isMissingNode() && is.isNull())) {
                patch.set(name, is.isMissingNode() ? JsonNodeFactory.instance.nullNode() : is);
                relied.put(pointer, was.isMissingNode() ? "null" : was.toString());
            }
        }
        return patch;
    }
}
