package tessera.demo.telemetry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The MIG partitioning of each node's boards, whatever its labels say: the state of the boards themselves. Any thread.
 */
public final class SimulatedMigLayouts {

    private final Map<String, List<SimulatedGpuMigPartitioning>> byNode = new ConcurrentHashMap<>();

    /** Returns one partitioning for each board; empty for a node that is known by its labels only. */
    public List<SimulatedGpuMigPartitioning> partitioningsOf(String node) {
        return byNode.getOrDefault(node, List.of());
    }

    /** Partitions the boards of a node. */
    public void setPartitionings(String node, List<SimulatedGpuMigPartitioning> cuts) {
        byNode.put(node, List.copyOf(cuts));
    }
}
