package tessera.lint.source;

import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The key of a map that says what other maps are merged into it: one, or a list of them. */
final class MergeKey {

    static final String NAME = "<<";

    private MergeKey() {}

    /** Those of its value; of what several have the first counts. */
    static Stream<MappingNode> maps(Node value) {
        var all = value instanceof SequenceNode several ? several.getValue().stream() : Stream.of(value);
        return all.filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
    }
}
