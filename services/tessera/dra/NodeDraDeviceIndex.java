package tessera.dra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.model.ResourceClaim;

/** The devices of an inventory by the nodes that reach them, so that only these are considered for a node. */
final class NodeDraDeviceIndex {

    private final Map<String, List<InventoryDevice>> ofNode = new HashMap<>();
    private final Map<String, List<InventoryDevice>> ofPool = new HashMap<>();
    private final Map<String, List<DraDevicePool>> poolsOfNode = new HashMap<>();
    private final List<InventoryDevice> everywhere = new ArrayList<>();
    private final List<DraDevicePool> anywhere = new ArrayList<>();

    NodeDraDeviceIndex(DraDeviceInventory inventory) {
        for (var entry : inventory.devices()) {
            var device = entry.device();
            ofPool.computeIfAbsent(device.poolKey(), _ -> new ArrayList<>()).add(entry);
            if (device.everywhere()) {
                everywhere.add(entry);
            } else if (device.node().isEmpty()) {
                device.nodes().forEach(node -> addEntry(node, entry));
            } else {
                addEntry(device.node(), entry);
            }
        }
        // A pool of which no device is seen yet is one of its node all the same.
        for (var pool : inventory.pools().stream().filter(pool -> pool.devices().isEmpty() && !pool.node().isEmpty())
                .toList()) {
            poolsOfNode.computeIfAbsent(pool.node(), _ -> new ArrayList<>()).add(pool);
        }
        everywhere.forEach(entry -> addPool(anywhere, entry.pool()));
    }

    private void addEntry(String node, InventoryDevice entry) {
        ofNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(entry);
        addPool(poolsOfNode.computeIfAbsent(node, _ -> new ArrayList<>()), entry.pool());
    }

    /** Adds a pool unless it is the last one; devices come pool by pool. */
    private static void addPool(List<DraDevicePool> pools, DraDevicePool pool) {
        if (pools.isEmpty() || !pools.getLast().key().equals(pool.key())) {
            pools.add(pool);
        }
    }

    /** Returns the devices that a node reaches, in the order in which a scheduler looks at them. */
    List<InventoryDevice> reachableFrom(String node) {
        var own = ofNode.getOrDefault(node, List.of());
        if (everywhere.isEmpty()) {
            return own;
        }
        var all = new ArrayList<>(own);
        all.addAll(everywhere);
        all.sort(Comparator.comparing(entry -> entry.device().poolKey()));
        return all;
    }

    /** Returns whether a node reaches a pool that matches. */
    boolean reachesPool(String node, Predicate<DraDevicePool> kind) {
        return poolsOfNode.getOrDefault(node, List.of()).stream().anyMatch(kind) || anywhere.stream().anyMatch(kind);
    }

    /** Returns entries by the only node that reaches them; under an empty name those that several reach. */
    static Map<String, List<InventoryDevice>> groupByNode(Collection<InventoryDevice> entries) {
        var groups = new TreeMap<String, List<InventoryDevice>>();
        for (var entry : entries) {
            groups.computeIfAbsent(entry.device().node(), _ -> new ArrayList<>()).add(entry);
        }
        return groups;
    }

    /**
     * Returns the use of some devices, and of those that share counters with them.
     *
     * @param counted the claims that take something
     */
    DraDeviceUsage useOf(Collection<InventoryDevice> entries, Predicate<ResourceClaim> counted) {
        var pools = new LinkedHashMap<String, DraDevicePool>();
        var concerned = new ArrayList<InventoryDevice>();
        for (var entry : entries) {
            var pool = entry.pool();
            boolean first = pools.putIfAbsent(pool.key(), pool) == null;
            if (pool.counters().isEmpty()) {
                concerned.add(entry);
            } else if (first) {
                concerned.addAll(ofPool.getOrDefault(pool.key(), List.of()));
            }
        }
        var use = new DraDeviceUsage(concerned.stream().map(InventoryDevice::device), pools.values());
        Set<ResourceClaim> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        concerned.stream().flatMap(entry -> entry.claims().stream()).filter(seen::add).filter(counted)
                .forEach(use::takeAllocated);
        return use;
    }
}
