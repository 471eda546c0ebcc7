package tessera.demo.telemetry;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The MIG partitioning of one board.
 *
 * @param enabled   whether the board is in MIG mode
 * @param instances how many of each profile, as resources are called after them, e.g. {@code 1g.10gb.me}
 */
public record SimulatedGpuMigPartitioning(boolean enabled, SortedMap<String, Integer> instances) {

    /** A board that MIG leaves whole. */
    public static final SimulatedGpuMigPartitioning WHOLE = new SimulatedGpuMigPartitioning(false, new TreeMap<>());

    public SimulatedGpuMigPartitioning {
        instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    }

    /** Returns the partitioning of a board in MIG mode. */
    public static SimulatedGpuMigPartitioning ofInstances(Map<String, Integer> instances) {
        return new SimulatedGpuMigPartitioning(true, new TreeMap<>(instances));
    }
}
