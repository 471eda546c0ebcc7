package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Steps on JSON trees that the rules take again and again. The methods that change a tree say so. */
public final class JsonTrees {

    private JsonTrees() {}

    /** An empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** A copy that shares its fields' values with the original. */
    public static ObjectNode copy(JsonNode object) {
        var copy = object();
        object.properties().forEach(entry -> copy.set(entry.getKey(), entry.getValue()));
        return copy;
    }

    /** The object below a field, made and added if there is none. Changes {@code parent}. */
    public static ObjectNode under(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode child ? child : parent.putObject(field);
    }

    /** The list below a field, made and added if there is none. Changes {@code parent}. */
    public static ArrayNode list(ObjectNode parent, String field) {
        return parent.get(field) instanceof ArrayNode list ? list : parent.putArray(field);
    }

    /** Sets a field that is not there. Changes {@code object}. */
    public static void missing(ObjectNode object, String field, String value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    /** Sets a field that is not there. Changes {@code object}. */
    public static void missing(ObjectNode object, String field, int value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    /** Sets a field that is not there. Changes {@code object}. */
    public static void missing(ObjectNode object, String field, boolean value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    /** Calls with every object in a list, for changing them. */
    public static void each(JsonNode list, Consumer<ObjectNode> change) {
        for (var item : list) {
            if (item instanceof ObjectNode object) {
                change.accept(object);
            }
        }
    }

    /** Calls with the object below a field, if there is one, for changing it. */
    public static void with(ObjectNode parent, String field, Consumer<ObjectNode> change) {
        if (parent.get(field) instanceof ObjectNode object) {
            change.accept(object);
        }
    }

    /** The names of an object's fields, in its order. */
    public static List<String> names(JsonNode object) {
        var names = new ArrayList<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The texts in a list. */
    public static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
