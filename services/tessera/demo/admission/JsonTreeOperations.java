package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Common operations on JSON trees. The methods that change a tree say so. */
public final class JsonTreeOperations {

    private JsonTreeOperations() {}

    public static ArrayNode newArray() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Returns a copy that shares its fields' values with the original. */
    public static ObjectNode shallowCopy(JsonNode object) {
        var copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(entry -> copy.set(entry.getKey(), entry.getValue()));
        return copy;
    }

    /** Sets a field that is missing. Changes {@code object}. */
    public static void putIfMissing(ObjectNode object, String field, String value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    public static void putIfMissing(ObjectNode object, String field, int value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    public static void putIfMissing(ObjectNode object, String field, boolean value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    /** Sets a field to what it is in another object, or removes it if it is not there. Changes {@code into}. */
    public static void copyField(ObjectNode into, JsonNode from, String field) {
        if (from.has(field)) {
            into.set(field, from.get(field));
        } else {
            into.remove(field);
        }
    }

    /** Calls a consumer with every object of an array, for changing them. */
    public static void forEachObject(JsonNode list, Consumer<ObjectNode> change) {
        for (var item : list) {
            if (item instanceof ObjectNode object) {
                change.accept(object);
            }
        }
    }

    /** Calls a consumer with the object below a field, if there is one, for changing it. */
    public static void changeChild(ObjectNode parent, String field, Consumer<ObjectNode> change) {
        if (parent.get(field) instanceof ObjectNode object) {
            change.accept(object);
        }
    }

    /** An item of a list, and where it is. */
    public record ListItem(String path, JsonNode value) {}

    /** Returns the items of a list with their paths. */
    public static List<ListItem> itemsOf(JsonNode list, String path) {
        return IntStream.range(0, list.size()).mapToObj(i -> new ListItem(path + "[" + i + "]", list.path(i))).toList();
    }

    /** Returns the names of an object's fields, in order. */
    public static List<String> fieldNames(JsonNode object) {
        return object.propertyStream().map(Map.Entry::getKey).toList();
    }

    /** Returns the texts of an array. */
    public static List<String> textsOf(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}
