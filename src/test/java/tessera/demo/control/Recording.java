package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;

/** What a real cluster answered, made comparable with what the simulated one holds. */
final class Recording {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Recording() {}

    /** The body of a recorded answer. */
    static JsonNode body(String file) {
        try (InputStream stream = Recording.class.getResourceAsStream("/contract-control/" + file)) {
            return JSON.readTree(stream).path("response").path("body");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode events(String file) {
        try (InputStream stream = Recording.class.getResourceAsStream("/contract-control/" + file)) {
            return JSON.readTree(stream).path("response").path("events");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A value with its fields in order, and with what differs from run to run replaced. */
    static String normal(JsonNode value) {
        return sorted(value).toString().replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
                .replaceAll("infer-[a-z0-9]{8,10}-[a-z0-9]{5}", "POD").replaceAll("infer-[a-z0-9]{8,10}", "SET");
    }

    private static JsonNode sorted(JsonNode value) {
        if (value instanceof ObjectNode object) {
            var fields = new TreeMap<String, JsonNode>();
            object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
            var copy = object.objectNode();
            fields.forEach(copy::set);
            return copy;
        }
        if (value instanceof ArrayNode array) {
            var copy = array.arrayNode();
            array.forEach(item -> copy.add(sorted(item)));
            return copy;
        }
        return value;
    }

    /** An object as a user would send it again: without what the server added. */
    static ObjectNode asSent(JsonNode recorded) {
        var object = recorded.<ObjectNode>deepCopy();
        object.remove("status");
        var metadata = (ObjectNode) object.path("metadata");
        metadata.remove(
                List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "annotations"));
        return object;
    }
}
