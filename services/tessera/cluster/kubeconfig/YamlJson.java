package tessera.cluster.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A piece of YAML as JSON, for those who are handed it as JSON. What is too deep is cut off. */
final class YamlJson {

    private static final int DEEPEST = 20;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private YamlJson() {}

    static String of(Node node) {
        return tree(node, DEEPEST).toString();
    }

    private static JsonNode tree(Node node, int depth) {
        if (depth == 0) {
            return JSON.nullNode();
        }
        return switch (node) {
            case MappingNode mapping -> {
                var object = JSON.objectNode();
                mapping.getValue().forEach(entry -> {
                    if (entry.getKeyNode() instanceof ScalarNode key) {
                        object.set(key.getValue(), tree(entry.getValueNode(), depth - 1));
                    }
                });
                yield object;
            }
            case SequenceNode sequence -> {
                var array = JSON.arrayNode();
                sequence.getValue().forEach(item -> array.add(tree(item, depth - 1)));
                yield array;
            }
            case ScalarNode scalar -> scalar(scalar);
            default -> JSON.nullNode();
        };
    }

    private static JsonNode scalar(ScalarNode scalar) {
        var text = scalar.getValue();
        if (scalar.getTag().equals(Tag.NULL)) {
            return JSON.nullNode();
        }
        if (scalar.getTag().equals(Tag.BOOL)) {
            return JSON.booleanNode(Boolean.parseBoolean(text));
        }
        if (scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT)) {
            try {
                return JSON.numberNode(new BigDecimal(text));
            } catch (NumberFormatException _) {
                return JSON.textNode(text);
            }
        }
        return JSON.textNode(text);
    }
}
