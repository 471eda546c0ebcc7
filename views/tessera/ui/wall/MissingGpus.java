package tessera.ui.wall;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How many GPUs of a fleet were missing from what was measured of it, node by node and step by step. What a node was without
 * for as long as it was there makes no line look like less than it was, and is not counted. One thread at a time.
 */
final class MissingGpus {

    private static final short NOWHERE = -1;
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private final int[] totals;
    /** Of the nodes that something was missing from, as long as that is remembered. */
    private final Map<String, short[]> nodes = new HashMap<>();
    /** When nothing of a node was missing, the last time. */
    private final Map<String, Long> whole = new HashMap<>();

    /** @param steps how many are remembered */
    MissingGpus(int steps) {
        totals = new int[steps];
        Arrays.fill(totals, UNKNOWN);
    }

    static int sum(Map<String, Integer> missing) {
        return missing.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Keeps what was missing in a step, whatever was kept of it before.
     *
     * @param missing of each node that was there
     */
    void put(long step, Map<String, Integer> missing) {
        clear(step);
        int place = place(step);
        totals[place] = sum(missing);
        missing.forEach((node, gpus) -> {
            if (gpus == 0) {
                whole.merge(node, step, Math::max);
            } else {
                nodes.computeIfAbsent(node, _ -> nowhere())[place] = gpus.shortValue();
            }
        });
    }

    /** Forgets a step, as its place is needed for another. */
    void clear(long step) {
        int place = place(step);
        totals[place] = UNKNOWN;
        nodes.values().forEach(ring -> ring[place] = NOWHERE);
    }

    private short[] nowhere() {
        var ring = new short[totals.length];
        Arrays.fill(ring, NOWHERE);
        return ring;
    }

    /** How many were missing in a step; more than there can be where that is not known. */
    int total(long step) {
        return totals[place(step)];
    }

    /** How many were missing in each step from one on that are not missing always. */
    float[] over(long from, int size) {
        long newest = from + size - 1;
        whole.values().removeIf(last -> last <= newest - totals.length);
        nodes.values().removeIf(ring -> least(ring) == NOWHERE);
        var sums = new float[size];
        nodes.forEach((node, ring) -> {
            int always = whole.containsKey(node) ? 0 : least(ring);
            for (int index = 0; index < size; index++) {
                sums[index] += Math.max(0, ring[place(from + index)] - always);
            }
        });
        return sums;
    }

    /** The least of what was missing; nowhere if nothing was. */
    private static short least(short[] ring) {
        short least = NOWHERE;
        for (short missing : ring) {
            if (missing != NOWHERE && (least == NOWHERE || missing < least)) {
                least = missing;
            }
        }
        return least;
    }

    private int place(long step) {
        return (int) Math.floorMod(step, (long) totals.length);
    }
}
