package tessera.claim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.model.DeviceCounters;
import tessera.model.ResourceSlice;

/**
 * The devices of a pool in its newest generation.
 *
 * @param node     empty where its slices are not of one node
 * @param expected number of slices that the generation has
 * @param seen     number of those that are there
 * @param counters counter sets that its devices share
 */
public record DevicePool(String driver, String name, String node, long generation, int expected, int seen,
        Status status, List<PoolDevice> devices, List<DeviceCounters> counters) {

    private static final Comparator<ResourceSlice> BY_POOL = Comparator.comparing(ResourceSlice::driver)
            .thenComparing(ResourceSlice::pool).thenComparing(ResourceSlice::name);

    /** Whether the scheduler allocates from a pool. */
    public enum Status {
        COMPLETE,
        /** Slices of the newest generation are missing; the scheduler passes it over. */
        UPDATING,
        /** Its slices contradict each other; the scheduler passes it over. */
        INVALID
    }

    public DevicePool {
        devices = List.copyOf(devices);
        counters = List.copyOf(counters);
    }

    public String key() {
        return driver + "/" + name;
    }

    public boolean complete() {
        return status == Status.COMPLETE;
    }

    /** Returns the pools that some slices make up, in the order in which a scheduler looks at them. */
    public static List<DevicePool> of(Collection<ResourceSlice> slices) {
        var pools = new TreeMap<String, List<ResourceSlice>>();
        slices.stream().sorted(BY_POOL)
                .forEach(slice -> pools.computeIfAbsent(slice.poolKey(), _ -> new ArrayList<>()).add(slice));
        return pools.values().stream().map(DevicePool::newest).toList();
    }

    /** The newest generation counts, even while it is not complete. */
    private static DevicePool newest(List<ResourceSlice> pool) {
        long newest = pool.stream().mapToLong(ResourceSlice::generation).max().orElse(0);
        var slices = pool.stream().filter(slice -> slice.generation() == newest).toList();
        var first = slices.getFirst();
        var devices = new ArrayList<PoolDevice>();
        var counters = new ArrayList<DeviceCounters>();
        for (var slice : slices) {
            counters.addAll(slice.counters());
            for (var device : slice.devices()) {
                var node = device.node().isEmpty() ? slice.node() : device.node();
                if (!node.isEmpty() || slice.allNodes()) {
                    devices.add(new PoolDevice(slice.driver(), slice.pool(), node, device));
                }
            }
        }
        boolean oneNode = slices.stream().allMatch(slice -> slice.node().equals(first.node()));
        var status = valid(slices, counters) ? Status.COMPLETE : Status.INVALID;
        if (slices.size() != first.sliceCount()) {
            status = Status.UPDATING;
        }
        return new DevicePool(first.driver(), first.pool(), oneNode ? first.node() : "", newest, first.sliceCount(),
                slices.size(), status, devices, counters);
    }

    /** Names are used once, and devices take only of counters that there are. */
    private static boolean valid(List<ResourceSlice> slices, List<DeviceCounters> counters) {
        Map<String, DeviceCounters> sets = HashMap.newHashMap(counters.size());
        for (var set : counters) {
            if (sets.put(set.set(), set) != null) {
                return false;
            }
        }
        var names = new HashSet<String>();
        return slices.stream().flatMap(slice -> slice.devices().stream())
                .allMatch(device -> names.add(device.name()) && device.counters().stream().allMatch(use -> {
                    var set = sets.get(use.set());
                    return set != null && set.amounts().keySet().containsAll(use.amounts().keySet());
                }));
    }
}
