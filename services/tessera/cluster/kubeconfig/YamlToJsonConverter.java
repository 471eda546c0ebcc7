package tessera.cluster.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import tessera.yaml.KubernetesYamlReader;

/**
 * A converter of YAML nodes to JSON text. What is too deep is cut off. A few lines of aliases can stand
 * for billions of values: where it would become that large, there is none.
 */
final class YamlToJsonConverter {

    private static final int DEEPEST = 20;
    private static final int MOST_VALUES = 10_000;
    private static final int MOST_LETTERS = 1 << 20;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private int values;
    private long characters;

    private YamlToJsonConverter() {}

    /** Returns the node as JSON; empty if that would be too large. */
    static Optional<String> toJson(Node node) {
        var json = new YamlToJsonConverter();
        var tree = json.toTree(node, DEEPEST);
        return json.isFull() ? Optional.empty() : Optional.of(tree.toString());
    }

    private boolean isFull() {
        return values > MOST_VALUES || characters > MOST_LETTERS;
    }

    private JsonNode toTree(Node node, int depth) {
        values++;
        if (depth == 0 || isFull()) {
            return JSON.nullNode();
        }
        return switch (node) {
            case MappingNode mapping -> {
                var object = JSON.objectNode();
                mapping.getValue().forEach(entry -> {
                    if (!isFull() && entry.getKeyNode() instanceof ScalarNode key) {
                        characters += key.getValue().length();
                        object.set(key.getValue(), toTree(entry.getValueNode(), depth - 1));
                    }
                });
                yield object;
            }
            case SequenceNode sequence -> {
                var array = JSON.arrayNode();
                for (var item : sequence.getValue()) {
                    if (isFull()) {
                        break;
                    }
                    array.add(toTree(item, depth - 1));
                }
                yield array;
            }
            case ScalarNode scalar -> {
                characters += scalar.getValue().length();
                yield isFull() ? JSON.nullNode() : scalarValue(scalar);
            }
            default -> JSON.nullNode();
        };
    }

    private static JsonNode scalarValue(ScalarNode scalar) {
        try {
            return KubernetesYamlReader.scalarValue(scalar);
        } catch (IOException _) {
            return JSON.textNode(scalar.getValue());
        }
    }
}
