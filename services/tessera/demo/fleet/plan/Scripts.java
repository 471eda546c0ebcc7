package tessera.demo.fleet.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The written-down parts of the fleet, from the JSON files beside this class. */
final class Scripts {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Scripts() {}

    static <T> T read(String file, Class<T> type) {
        return convert(tree(file), type);
    }

    static List<Line> lines(String file) {
        var lines = new ArrayList<Line>();
        tree(file).forEach(line -> lines.add(convert(line, Line.class)));
        return lines;
    }

    /** The story, with the names of shapes replaced by the shapes. */
    static Story story() {
        var tree = (ObjectNode) tree("story.json");
        var shapes = tree.remove("shapes");
        tree.path("workloads").forEach(
                line -> ((ObjectNode) line).set("shape", shapes.path(line.path("shape").asText())));
        return convert(tree, Story.class);
    }

    private static JsonNode tree(String file) {
        try (InputStream stream = Scripts.class.getResourceAsStream(file)) {
            return MAPPER.readTree(stream);
        } catch (IOException broken) {
            throw new UncheckedIOException(file, broken);
        }
    }

    private static <T> T convert(JsonNode tree, Class<T> type) {
        return MAPPER.convertValue(tree, type);
    }
}
