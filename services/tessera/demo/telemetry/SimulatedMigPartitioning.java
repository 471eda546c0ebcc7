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
public record SimulatedMigPartitioning(boolean enabled, SortedMap<String, Integer> instances) {

    /** A board that MIG leaves whole. */
    public static final SimulatedMigPartitioning WHOLE = new SimulatedMigPartitioning(false, new TreeMap<>());

    public SimulatedMigPartitioning {
        instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    }

    /** Returns the partitioning of a board in MIG mode. */
    public static SimulatedMigPartitioning ofInstances(Map<String, Integer> instances) {
        return new SimulatedMigPartitioning(true, new TreeMap<>(instances));
    }
}
