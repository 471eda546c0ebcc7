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
 * A JSON merge patch (RFC 7386) between two objects: removed fields are null, lists are replaced.
 *
 * @param body   only what differs; empty where nothing does
 * @param preconditions what stood where the body changes something, as JSON by JSON pointer; {@code null} for what was not there
 */
public record MergePatch(ObjectNode body, SortedMap<String, String> preconditions) {

    public MergePatch {
        preconditions = Collections.unmodifiableSortedMap(new TreeMap<>(preconditions));
    }

    public static MergePatch between(JsonNode before, JsonNode after) {
        var relied = new TreeMap<String, String>();
        return new MergePatch(differenceOf(before, after, "", relied), relied);
    }

    /** Returns all fields that a patch mentions, as JSON pointers. */
    public static List<String> touchedPointers(JsonNode patch) {
        var touched = new ArrayList<String>();
        collectTouched(patch, "", touched);
        return touched;
    }

    private static void collectTouched(JsonNode part, String path, List<String> found) {
        part.properties().forEach(field -> {
            var pointer = path + "/" + JsonPointers.escape(field.getKey());
            if (field.getValue().isObject() && !field.getValue().isEmpty()) {
                collectTouched(field.getValue(), pointer, found);
            } else {
                found.add(pointer);
            }
        });
    }

    private static ObjectNode differenceOf(JsonNode before, JsonNode after, String path, Map<String, String> relied) {
        var patch = JsonNodeFactory.instance.objectNode();
        var names = new LinkedHashSet<String>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            var was = before.path(name);
            var is = after.path(name);
            var pointer = path + "/" + JsonPointers.escape(name);
            if (was.isObject() && is.isObject()) {
                var within = differenceOf(was, is, pointer, relied);
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
