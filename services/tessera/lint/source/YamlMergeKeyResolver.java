package tessera.lint.source;

import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The YAML merge key, which names one or several maps to merge into its own. */
final class YamlMergeKeyResolver {

    static final String NAME = "<<";

    private YamlMergeKeyResolver() {}

    /** Returns the maps of its value; of what several have the first counts. */
    static Stream<MappingNode> mergedMaps(Node value) {
        var all = value instanceof SequenceNode several ? several.getValue().stream() : Stream.of(value);
        return all.filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
    }
}
