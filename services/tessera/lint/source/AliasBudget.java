package tessera.lint.source;

import java.util.IdentityHashMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** How much aliases add to what is written: a few lines of them can stand for billions of values. */
final class AliasBudget {

    /** More than any manifest has, and few enough to go through. */
    private static final long MOST = 100_000;

    private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();

    private AliasBudget() {}

    /** Whether a document stands for far more than is written, or for itself. */
    static boolean tooMany(Node root) {
        var aliases = new AliasBudget();
        return aliases.size(root) - aliases.sizes.size() > MOST;
    }

    private long size(Node node) {
        var known = sizes.get(node);
        if (known != null) {
            return known;
        }
        // Until it is known: what contains itself is endless.
        sizes.put(node, Long.MAX_VALUE / 4);
        long size = 1;
        if (node instanceof SequenceNode list) {
            for (var item : list.getValue()) {
                size = sum(size, size(item));
            }
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                size = sum(size, sum(size(entry.getKeyNode()), size(entry.getValueNode())));
            }
        }
        sizes.put(node, size);
        return size;
    }

    private static long sum(long one, long other) {
        return Math.min(Long.MAX_VALUE / 4, one + other);
    }
}
