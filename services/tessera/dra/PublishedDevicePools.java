package tessera.dra;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.ClusterSnapshot;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeWithBoundPods;
import tessera.model.ResourceClaimAllocation;
import tessera.model.ResourceSlice;
import tessera.model.ServerVersion;

/** The pools that resource slices publish. They are kept until a slice changes. One thread at a time. */
final class PublishedDevicePools {

    private final Map<String, ResourceSlice> slices = new HashMap<>();
    private List<DeviceTaintRule> rules = List.of();
    private DeviceNodeReachability reachability = new DeviceNodeReachability(List.of());
    private ClaimReservedPodIndex users = ClaimReservedPodIndex.UNKNOWN;
    private ServerVersion server = ServerVersion.UNKNOWN;
    private @Nullable List<DraDevicePool> pools;
    private @Nullable List<ResourcePoolDevice> open;

    void putSlice(ResourceSlice slice) {
        slices.put(slice.name(), slice);
        resetPools();
    }

    void removeSlice(String name) {
        slices.remove(name);
        resetPools();
    }

    /** @param taints that administrators put on devices, and that the slices do not have yet */
    void applySnapshot(ClusterSnapshot clusterSnapshot, List<DeviceTaintRule> taints) {
        rules = List.copyOf(taints);
        reachability = new DeviceNodeReachability(
                clusterSnapshot.nodes().stream().map(NodeWithBoundPods::nodeSummary).toList());
        server = clusterSnapshot.devices().server();
        users = ClaimReservedPodIndex.of(clusterSnapshot);
        resetPools();
    }

    private void resetPools() {
        pools = null;
        open = null;
    }

    /** Returns whether a node reaches the devices of an allocated claim; true where that is not known. */
    boolean reaches(String node, ResourceClaimAllocation allocation) {
        if (allocation.node().isEmpty()) {
            return allocation.nodeAffinity().filter(rule -> !reachability.mayReach(rule, node)).isEmpty();
        }
        return allocation.node().equals(node);
    }

    ClaimReservedPodIndex users() {
        return users;
    }

    ServerVersion serverVersion() {
        return server;
    }

    List<DraDevicePool> pools() {
        var kept = pools;
        if (kept == null) {
            kept = DraDevicePool.ofSlices(slices.values().stream().map(slice -> slice.withRuleTaints(rules)).toList(),
                    reachability, server);
            pools = kept;
        }
        return kept;
    }

    /** Returns the devices of pools from which the scheduler allocates. */
    List<ResourcePoolDevice> allocatableDevices() {
        var kept = open;
        if (kept == null) {
            kept = pools().stream().filter(DraDevicePool::isAllocatable).flatMap(pool -> pool.devices().stream())
                    .toList();
            open = kept;
        }
        return kept;
    }
}
