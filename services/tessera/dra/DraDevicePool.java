package tessera.dra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tessera.model.DeviceCounterAmounts;
import tessera.model.NodeDraDevices;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;
import tessera.model.ServerVersion;

/**
 * The devices of a pool in its newest generation.
 *
 * @param node     empty where its slices are not of one node
 * @param expectedSlices number of slices that the generation has
 * @param seenSlices     number of those that are there
 * @param counters counter sets that its devices share
 * @param isAllocatable     whether the scheduler allocates its devices: that depends on its version while slices are missing
 */
public record DraDevicePool(String driver, String name, String node, long generation, int expectedSlices,
        int seenSlices, DevicePoolCompleteness status, List<ResourcePoolDevice> devices,
        List<DeviceCounterAmounts> counters, boolean isAllocatable) {

    private static final Comparator<ResourceSlice> BY_POOL = Comparator.comparing(ResourceSlice::driver)
            .thenComparing(ResourceSlice::pool).thenComparing(ResourceSlice::name);

    /** The completeness of a pool. */
    public enum DevicePoolCompleteness {
        COMPLETE,
        /** Slices of the newest generation are missing. */
        UPDATING,
        /** Its slices contradict each other; the scheduler passes it over. */
        INVALID
    }

    public DraDevicePool {
        devices = List.copyOf(devices);
        counters = List.copyOf(counters);
    }

    public String key() {
        return driver + "/" + name;
    }

    public boolean isComplete() {
        return status == DevicePoolCompleteness.COMPLETE;
    }

    /** Returns the pools of one node. */
    public static List<DraDevicePool> ofNode(NodeDraDevices published) {
        return ofSlices(published.slices(), new DeviceNodeReachability(List.of()), published.server());
    }

    /** Returns the pools that some slices publish, in the order in which a scheduler looks at them. */
    static List<DraDevicePool> ofSlices(Collection<ResourceSlice> slices, DeviceNodeReachability reachability,
            ServerVersion server) {
        var pools = new TreeMap<String, List<ResourceSlice>>();
        for (var slice : slices.stream().sorted(BY_POOL).toList()) {
            pools.computeIfAbsent(slice.poolKey(), _ -> new ArrayList<>()).add(slice);
        }
        return pools.values().stream().map(pool -> newestGeneration(pool, reachability, server)).toList();
    }

    /** Returns the pool of the newest generation, which counts even while it is not complete. */
    private static DraDevicePool newestGeneration(List<ResourceSlice> pool, DeviceNodeReachability reachability,
            ServerVersion server) {
        long newest = pool.stream().mapToLong(ResourceSlice::generation).max().orElse(0);
        var slices = pool.stream().filter(slice -> slice.generation() == newest).toList();
        var first = slices.getFirst();
        var devices = new ArrayList<ResourcePoolDevice>();
        var counters = new ArrayList<DeviceCounterAmounts>();
        for (var slice : slices) {
            counters.addAll(slice.counters());
            slice.devices().forEach(device -> reachability.toPoolDevice(slice, device).ifPresent(devices::add));
        }
        var status = isValid(slices, counters) ? DevicePoolCompleteness.COMPLETE : DevicePoolCompleteness.INVALID;
        if (slices.size() != first.sliceCount()) {
            status = DevicePoolCompleteness.UPDATING;
        }
        return new DraDevicePool(first.driver(), first.pool(), soleNode(slices, devices), newest, first.sliceCount(),
                slices.size(), status, devices, counters, status == DevicePoolCompleteness.COMPLETE
                        || (status == DevicePoolCompleteness.UPDATING && server.allocatesFromIncompletePools()));
    }

    /** Returns the node of all its devices; empty where they are on none or several. */
    private static String soleNode(List<ResourceSlice> slices, List<ResourcePoolDevice> devices) {
        var nodes = slices.getFirst().node().isEmpty() ? devices.stream().map(ResourcePoolDevice::node)
                : slices.stream().map(ResourceSlice::node);
        return nodes.distinct().reduce((_, _) -> "").orElse("");
    }

    /** Returns whether names are unique and devices consume only counters that exist. */
    private static boolean isValid(List<ResourceSlice> slices, List<DeviceCounterAmounts> counters) {
        Map<String, DeviceCounterAmounts> sets = HashMap.newHashMap(counters.size());
        for (var set : counters) {
            if (sets.put(set.set(), set) != null) {
                return false;
            }
        }
        var names = new HashSet<String>();
        return slices.stream().flatMap(slice -> slice.devices().stream())
                .allMatch(device -> addCompleteDevice(device, names, sets));
    }

    private static boolean addCompleteDevice(ResourceSliceDevice device, Set<String> names,
            Map<String, DeviceCounterAmounts> sets) {
        return names.add(device.name()) && device.counters().stream().allMatch(use -> {
            var set = sets.get(use.set());
            return set != null && set.amounts().keySet().containsAll(use.amounts().keySet());
        });
    }
}
