package tessera.ui.wall;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Number of GPUs missing from a fleet's measurements, node by node and step by step. What a node was without
 * for as long as it was there makes no line look like less than it was, and is not counted. One thread at a time.
 */
final class UnmeasuredGpuCountHistory {

    private static final short NOWHERE = -1;
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private final int[] totals;
    /** Of the nodes that something was missing from, as long as that is remembered. */
    private final Map<String, short[]> nodes = new HashMap<>();
    /** When nothing of a node was missing, the last time. */
    private final Map<String, Long> lastCompleteByNode = new HashMap<>();

    /** @param steps how many are remembered */
    UnmeasuredGpuCountHistory(int steps) {
        totals = new int[steps];
        Arrays.fill(totals, UNKNOWN);
    }

    static int sumOf(Map<String, Integer> missing) {
        return missing.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Records the missing GPUs of a step, in place of earlier ones.
     *
     * @param missing of each node that was there
     */
    void put(long step, Map<String, Integer> missing) {
        clearStep(step);
        int position = ringIndex(step);
        totals[position] = sumOf(missing);
        for (var entry : missing.entrySet()) {
            var node = entry.getKey();
            var gpus = entry.getValue();
            if (gpus == 0) {
                lastCompleteByNode.merge(node, step, Math::max);
            } else {
                nodes.computeIfAbsent(node, _ -> emptyRing())[position] = gpus.shortValue();
            }
        }
    }

    /** Clears a step, as its place is needed for another. */
    void clearStep(long step) {
        int position = ringIndex(step);
        totals[position] = UNKNOWN;
        nodes.values().forEach(ring -> ring[position] = NOWHERE);
    }

    private short[] emptyRing() {
        var ring = new short[totals.length];
        Arrays.fill(ring, NOWHERE);
        return ring;
    }

    /** Returns the number missing in a step; more than there can be where that is not known. */
    int totalAt(long step) {
        return totals[ringIndex(step)];
    }

    /** Returns the number missing in each step from one on, without those that are always missing. */
    float[] variableTotals(long from, int size) {
        long newest = from + size - 1;
        lastCompleteByNode.values().removeIf(last -> last <= newest - totals.length);
        nodes.values().removeIf(ring -> leastMissing(ring) == NOWHERE);
        var sums = new float[size];
        nodes.forEach((node, ring) -> {
            int always = lastCompleteByNode.containsKey(node) ? 0 : leastMissing(ring);
            for (int index = 0; index < size; index++) {
                sums[index] += Math.max(0, ring[ringIndex(from + index)] - always);
            }
        });
        return sums;
    }

    /** Returns the minimum of the ring; the initial value if nothing was missing. */
    private static short leastMissing(short[] ring) {
        short least = NOWHERE;
        for (short missing : ring) {
            if (missing != NOWHERE && (least == NOWHERE || missing < least)) {
                least = missing;
            }
        }
        return least;
    }

    private int ringIndex(long step) {
        return (int) Math.floorMod(step, (long) totals.length);
    }
}
