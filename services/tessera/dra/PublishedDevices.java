package tessera.dra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.ClaimAllocation;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeInfo;
import tessera.model.ResourceSlice;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;

/** The pools that resource slices publish. They are kept until a slice changes. One thread at a time. */
final class PublishedDevices {

    private final Map<String, ResourceSlice> slices = new HashMap<>();
    private List<DeviceTaintRule> rules = List.of();
    private DeviceReach reach = new DeviceReach(List.of());
    private ClaimUsers users = ClaimUsers.UNKNOWN;
    private ServerVersion server = ServerVersion.UNKNOWN;
    private @Nullable List<DevicePool> pools;
    private @Nullable List<PoolDevice> open;

    void putSlice(ResourceSlice slice) {
        slices.put(slice.name(), slice);
        resetPools();
    }

    void removeSlice(String name) {
        slices.remove(name);
        resetPools();
    }

    /** @param taints that administrators put on devices, and that the slices do not have yet */
    void applySnapshot(Snapshot snapshot, List<DeviceTaintRule> taints) {
        rules = List.copyOf(taints);
        reach = new DeviceReach(snapshot.nodes().stream().map(NodeInfo::facts).toList());
        server = snapshot.devices().server();
        users = ClaimUsers.of(snapshot);
        resetPools();
    }

    private void resetPools() {
        pools = null;
        open = null;
    }

    /** Returns whether a node reaches the devices of an allocated claim; true where that is not known. */
    boolean reaches(String node, ClaimAllocation allocation) {
        return allocation.node().isEmpty()
                ? allocation.reach().filter(rule -> !reach.mayReach(rule, node)).isEmpty()
                : allocation.node().equals(node);
    }

    ClaimUsers users() {
        return users;
    }

    ServerVersion serverVersion() {
        return server;
    }

    List<DevicePool> pools() {
        var kept = pools;
        if (kept == null) {
            kept = DevicePool.ofSlices(slices.values().stream().map(slice -> slice.withRuleTaints(rules)).toList(),
                    reach, server);
            pools = kept;
        }
        return kept;
    }

    /** Returns the devices of pools from which the scheduler allocates. */
    List<PoolDevice> allocatableDevices() {
        var kept = open;
        if (kept == null) {
            kept = pools().stream().filter(DevicePool::isAllocatable).flatMap(pool -> pool.devices().stream()).toList();
            open = kept;
        }
        return kept;
    }
}
