package tessera.lint.source;

import java.util.IdentityHashMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Limits the expansion of YAML aliases: a few lines of them can stand for billions of values. */
final class YamlAliasLimitCheck {

    /** More than any manifest has, and few enough to go through. */
    private static final long MOST = 100_000;

    private final IdentityHashMap<Node, Long> sizes = new IdentityHashMap<>();

    private YamlAliasLimitCheck() {}

    /** Returns whether a document expands to far more than is written, or contains itself. */
    static boolean exceedsBudget(Node root) {
        var aliases = new YamlAliasLimitCheck();
        return aliases.expandedSize(root) - aliases.sizes.size() > MOST;
    }

    private long expandedSize(Node node) {
        var known = sizes.get(node);
        if (known != null) {
            return known;
        }
        // Until it is known: what contains itself is endless.
        sizes.put(node, Long.MAX_VALUE / 4);
        long size = 1;
        if (node instanceof SequenceNode list) {
            for (var item : list.getValue()) {
                size = saturatedSum(size, expandedSize(item));
            }
        } else if (node instanceof MappingNode map) {
            for (var entry : map.getValue()) {
                size = saturatedSum(size,
                        saturatedSum(expandedSize(entry.getKeyNode()), expandedSize(entry.getValueNode())));
            }
        }
        sizes.put(node, size);
        return size;
    }

    private static long saturatedSum(long one, long other) {
        return Math.min(Long.MAX_VALUE / 4, one + other);
    }
}
