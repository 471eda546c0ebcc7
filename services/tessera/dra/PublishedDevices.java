package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceTaintRule;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceSlice;
import tessera.model.ServerVersion;
import tessera.model.Snapshot;

/** The pools that slices make up. They are kept until a slice changes. One thread at a time. */
final class PublishedDevices {

    private final Map<String, ResourceSlice> slices = new HashMap<>();
    private List<DeviceTaintRule> rules = List.of();
    private Collection<NodeFacts> nodes = List.of();
    private ClaimUsers users = ClaimUsers.UNKNOWN;
    private ServerVersion server = ServerVersion.UNKNOWN;
    private @Nullable List<DevicePool> pools;
    private @Nullable List<PoolDevice> open;

    void put(ResourceSlice slice) {
        slices.put(slice.name(), slice);
        changed();
    }

    void remove(String name) {
        slices.remove(name);
        changed();
    }

    /** @param taints that administrators put on devices, and that the slices do not have yet */
    void amid(Snapshot snapshot, List<DeviceTaintRule> taints) {
        rules = List.copyOf(taints);
        nodes = snapshot.nodes().stream().map(NodeInfo::facts).toList();
        server = snapshot.devices().server();
        users = ClaimUsers.of(snapshot);
        changed();
    }

    private void changed() {
        pools = null;
        open = null;
    }

    ClaimUsers users() {
        return users;
    }

    ServerVersion server() {
        return server;
    }

    List<DevicePool> pools() {
        var kept = pools;
        if (kept == null) {
            kept = DevicePool.of(slices.values().stream().map(slice -> slice.tainted(rules)).toList(), nodes, server);
            pools = kept;
        }
        return kept;
    }

    /** Those of pools from which the scheduler allocates. */
    List<PoolDevice> open() {
        var kept = open;
        if (kept == null) {
            kept = pools().stream().filter(DevicePool::open).flatMap(pool -> pool.devices().stream()).toList();
            open = kept;
        }
        return kept;
    }
}
