package tessera.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;
import tessera.text.MessageCatalog;

/**
 * YAML as Helm, kubectl and API servers read it (sigs.k8s.io/yaml): {@code yes} is a bool, {@code 0440} octal, an empty value
 * null, and what an anchor names is repeated. Any thread.
 */
public final class KubernetesYamlReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubernetesYamlReader.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LARGEST = 64 << 20;
    private static final int DEEPEST = 200;
    /** A few lines of aliases can stand for billions of values. */
    private static final int MOST_VALUES = 5_000_000;
    private static final String MERGE = "<<";

    private int values;

    private KubernetesYamlReader() {}

    /**
     * Returns a parser of nodes whose scalars have the tags that those readers resolve them to. One thread at a time.
     *
     * @param largest     how many characters a text may have
     * @param deepest     how many levels
     * @param mostAliases how often it may name what is no scalar again
     */
    public static Yaml createParser(int largest, int deepest, int mostAliases) {
        var options = new LoaderOptions();
        options.setCodePointLimit(largest);
        options.setNestingDepthLimit(deepest);
        options.setMaxAliasesForCollections(mostAliases);
        var dumping = new DumperOptions();
        return new Yaml(new SafeConstructor(options), new Representer(dumping), dumping, options,
                new YamlPlainScalarResolver());
    }

    /** Returns the value of a scalar as those readers resolve it; an exception where JSON has none for it. */
    public static JsonNode scalarValue(ScalarNode scalar) throws IOException {
        return YamlPlainScalarParser.taggedValue(scalar.getTag(), scalar.getValue());
    }

    /** Returns the documents of a text; none for those that hold nothing but comments. */
    public static List<JsonNode> readDocuments(String text) throws IOException {
        try {
            var reader = new KubernetesYamlReader();
            var documents = new ArrayList<JsonNode>();
            for (var node : createParser(LARGEST, DEEPEST, MOST_VALUES).composeAll(new StringReader(text))) {
                var document = reader.toJson(node, 0);
                if (!document.isNull()) {
                    documents.add(document);
                }
            }
            return documents;
        } catch (YAMLException e) {
            // The library has no exception of its own for it.
            throw new IOException(
                    String.valueOf(e.getMessage()).startsWith("Nesting Depth") ? MESSAGES.text("yaml.nesting", DEEPEST)
                            : e.getMessage(),
                    e);
        }
    }

    /** Returns the first document of a text; null where there is none. */
    public static JsonNode read(String text) throws IOException {
        var documents = readDocuments(text);
        if (documents.isEmpty()) {
            return JSON.nullNode();
        }
        return documents.getFirst();
    }

    /** Resolves plain scalars by {@link YamlPlainScalarParser}, not by the library. */
    private static final class YamlPlainScalarResolver extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            // None of YAML's own: they take 12:30 for a number and n for a text.
        }

        @Override
        public Tag resolve(NodeId kind, String value, boolean implicit) {
            if (kind == NodeId.scalar && implicit) {
                return YamlPlainScalarParser.tagOf(value);
            }
            return super.resolve(kind, value, implicit);
        }
    }

    private JsonNode toJson(Node node, int depth) throws IOException {
        if (++values > MOST_VALUES || depth > DEEPEST) {
            throw new IOException(MESSAGES.text("yaml.aliases"));
        }
        return switch (node) {
            case MappingNode map -> toObject(map, depth);
            case SequenceNode list -> {
                ArrayNode array = JSON.arrayNode();
                for (var item : list.getValue()) {
                    array.add(toJson(item, depth + 1));
                }
                yield array;
            }
            case ScalarNode scalar -> scalarValue(scalar);
            default -> throw new IOException(MESSAGES.text("yaml.alias"));
        };
    }

    /** Converts a map; of duplicate keys the last one counts. */
    private ObjectNode toObject(MappingNode map, int depth) throws IOException {
        ObjectNode object = JSON.objectNode();
        for (var entry : map.getValue()) {
            if (entry.getKeyNode() instanceof ScalarNode key) {
                if (key.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN && key.getValue().equals(MERGE)) {
                    mergeInto(entry.getValueNode(), object, depth);
                } else {
                    object.set(scalarValue(key).asText(), toJson(entry.getValueNode(), depth + 1));
                }
            } else {
                throw new IOException(MESSAGES.text("yaml.key", entry.getKeyNode().getStartMark()));
            }
        }
        return object;
    }

    /** Merges maps; of several maps the first counts. */
    private void mergeInto(Node merged, ObjectNode into, int depth) throws IOException {
        if (merged instanceof SequenceNode several) {
            for (var each : several.getValue().reversed()) {
                mergeInto(each, into, depth + 1);
            }
        } else if (merged instanceof MappingNode && toJson(merged, depth + 1) instanceof ObjectNode object) {
            into.setAll(object);
        } else {
            throw new IOException(MESSAGES.text("yaml.merge", merged.getStartMark()));
        }
    }
}
