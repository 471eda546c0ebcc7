package tessera.demo.telemetry;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How MIG cuts one board.
 *
 * @param enabled   whether the board is in MIG mode
 * @param instances how many of each profile, as resources are called after them, e.g. {@code 1g.10gb.me}
 */
public record MigPartitioning(boolean enabled, SortedMap<String, Integer> instances) {

    /** A board that MIG leaves whole. */
    public static final MigPartitioning WHOLE = new MigPartitioning(false, new TreeMap<>());

    public MigPartitioning {
        instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    }

    /** A board in MIG mode. */
    public static MigPartitioning into(Map<String, Integer> instances) {
        return new MigPartitioning(true, new TreeMap<>(instances));
    }
}
