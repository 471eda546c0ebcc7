package tessera.lint.source;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Places that a program like Helm fills in, written without quotes: as YAML they are maps whose keys are maps. */
final class Placeholders {

    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Placeholders() {}

    /** The first of a document, which is no object before it is filled in; empty where there is none. */
    static Optional<Node> first(Node document) {
        return new Placeholders().find(document);
    }

    private Optional<Node> find(Node node) {
        if (!seen.add(node)) {
            return Optional.empty();
        }
        return switch (node) {
            case MappingNode map when map.getValue().stream()
                    .anyMatch(each -> each.getKeyNode() instanceof MappingNode) ->
                Optional.of(map);
            case MappingNode map -> any(map.getValue().stream().map(NodeTuple::getValueNode));
            case SequenceNode list -> any(list.getValue().stream());
            default -> Optional.empty();
        };
    }

    private Optional<Node> any(Stream<Node> nodes) {
        return nodes.flatMap(each -> find(each).stream()).findFirst();
    }
}
