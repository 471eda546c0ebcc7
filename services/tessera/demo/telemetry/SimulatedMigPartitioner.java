package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tessera.demo.fixture.plan.SeededRandom;

/**
 * Partitions a board as the driver does: the largest instances first, each where there is room.
 *
 * @param gpuUuid  the board's uuid
 * @param memory of the board, in MiB
 */
record SimulatedMigPartitioner(SeededRandom random, String gpuUuid, int memory) {

    private static final int SLICES = 8;

    /** @param memory of one instance, in MiB */
    record PartitionProfile(String name, int compute, int memory) {}

    /** @param wanted how many of each profile; what finds no room is left out */
    List<SimulatedMigInstance> createInstances(Map<PartitionProfile, Integer> wanted) {
        var instances = new ArrayList<SimulatedMigInstance>();
        var taken = new BitSet(SLICES);
        wanted.keySet().stream()
                .sorted(Comparator.comparingInt(PartitionProfile::compute).thenComparingInt(PartitionProfile::memory)
                        .reversed().thenComparing(PartitionProfile::name))
                .forEach(profile -> {
                    for (int i = 0; i < wanted.getOrDefault(profile, 0); i++) {
                        placeInstance(profile, taken, instances);
                    }
                });
        return instances;
    }

    private void placeInstance(PartitionProfile profile, BitSet taken, List<SimulatedMigInstance> instances) {
        int size = Math.clamp(Math.round((float) SLICES * profile.memory() / memory), 1, SLICES);
        for (int start : placementStarts(profile.compute(), size)) {
            if (taken.get(start, start + size).isEmpty()) {
                taken.set(start, start + size);
                int id = instanceId(start, size);
                instances.add(new SimulatedMigInstance(id, "MIG-" + random.uidOf("mig", gpuUuid, Integer.toString(id)),
                        profile.name(),
                        profile.compute(), start, size, profile.memory()));
                return;
            }
        }
    }

    /** Returns the possible starts of an instance, in the order in which drivers try them. */
    private static int[] placementStarts(int compute, int size) {
        return switch (size) {
            case 8 -> new int[] {0};
            case 4 -> compute == 4 ? new int[] {0} : new int[] {4, 0};
            case 2 -> compute == 2 ? new int[] {2, 0, 4} : new int[] {0, 2, 4, 6};
            default -> IntStream.range(0, SLICES - 1).toArray();
        };
    }

    /** Returns the instance id; each size has its own range of numbers. */
    private static int instanceId(int start, int size) {
        return switch (size) {
            case 8 -> 0;
            case 4 -> 1 + start / 4;
            case 2 -> 3 + start / 2;
            default -> 7 + start;
        };
    }
}
