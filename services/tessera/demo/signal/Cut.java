package tessera.demo.signal;

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
public record Cut(boolean enabled, SortedMap<String, Integer> instances) {

    /** A board that MIG leaves whole. */
    public static final Cut WHOLE = new Cut(false, new TreeMap<>());

    public Cut {
        instances = Collections.unmodifiableSortedMap(new TreeMap<>(instances));
    }

    /** A board in MIG mode. */
    public static Cut into(Map<String, Integer> instances) {
        return new Cut(true, new TreeMap<>(instances));
    }
}
