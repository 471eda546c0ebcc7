package tessera.demo.telemetry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the boards of each node are cut, whatever labels say of it: the memory of the boards themselves. Any thread.
 */
public final class MigDivisions {

    private final Map<String, List<MigPartitioning>> byNode = new ConcurrentHashMap<>();

    /** One cut for each board; empty for a node of which only its labels tell. */
    public List<MigPartitioning> of(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /** Cuts the boards of a node. */
    public void cut(String node, List<MigPartitioning> cuts) {
        byNode.put(node, List.copyOf(cuts));
    }
}
