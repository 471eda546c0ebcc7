package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A drawable layout: the used units, the free ones, and those that no instance can use any more.
 *
 * @param units           memory units of the GPU
 * @param instances       by start
 * @param free            units that some further instance can use
 * @param dead            units that none can use, although no instance holds them
 * @param computeSlices   compute slices of the GPU
 * @param computeInUse    those of the instances
 * @param computeFree     those that further instances can use together at the most
 * @param computeUnusable those that none can use, although no instance holds them
 */
public record MigSliceMap(int units, List<PlacedGpuInstance> instances, SortedSet<Integer> free,
        SortedSet<Integer> dead, int computeSlices, int computeInUse, int computeFree, int computeUnusable) {

    public MigSliceMap {
        instances = List.copyOf(instances);
        free = Collections.unmodifiableSortedSet(new TreeSet<>(free));
        dead = Collections.unmodifiableSortedSet(new TreeSet<>(dead));
    }

    /** Returns the free units, adjacent ones as one run. */
    public List<MigPlacement> freeRuns() {
        return runsOf(free);
    }

    /** Returns the dead units, adjacent ones as one run. */
    public List<MigPlacement> deadRuns() {
        return runsOf(dead);
    }

    private static List<MigPlacement> runsOf(SortedSet<Integer> units) {
        var runs = new ArrayList<MigPlacement>();
        for (int unit : units) {
            if (!runs.isEmpty() && runs.getLast().end() == unit) {
                var last = runs.removeLast();
                runs.add(new MigPlacement(last.start(), last.size() + 1));
            } else {
                runs.add(new MigPlacement(unit, 1));
            }
        }
        return runs;
    }

    static MigSliceMap of(MigPartitionBuilder partitionBuilder, List<PlacedGpuInstance> instances, int units) {
        long open = 0;
        for (var placement : partitionBuilder.fittingPieces()) {
            open |= placement.placement().bitMask();
        }
        long whole = (1L << units) - 1;
        int left = Math.max(0, partitionBuilder.computeLeft());
        int usable = new MigPlacementSearch(partitionBuilder).maxComputeSlices();
        return new MigSliceMap(units, instances, bitIndexes(open),
                bitIndexes(whole & ~open & ~partitionBuilder.usedMask()), partitionBuilder.product().computeSlices(),
                partitionBuilder.product().computeSlices() - partitionBuilder.computeLeft(), usable, left - usable);
    }

    private static SortedSet<Integer> bitIndexes(long mask) {
        var set = new TreeSet<Integer>();
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            set.add(Long.numberOfTrailingZeros(rest));
        }
        return set;
    }
}
