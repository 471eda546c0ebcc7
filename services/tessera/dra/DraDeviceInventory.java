package tessera.dra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.NodeDraDevices;
import tessera.model.ResourceClaim;

/**
 * Every published device and its holders, by the scheduler's arithmetic.
 *
 * @param devices     in the order in which a scheduler looks at them
 * @param unpublished devices that claims have and no slice names: they stay taken
 */
public record DraDeviceInventory(List<DraDevicePool> pools, List<InventoryDevice> devices,
        List<ClaimedUnpublishedDevice> unpublished) {

    /** A request that tolerates nothing and names no amount. */
    private static final DeviceSubRequest PLAIN = new DeviceSubRequest("", "", List.of(), false, 1, false, List.of(),
            Map.of());

    public DraDeviceInventory {
        pools = List.copyOf(pools);
        devices = List.copyOf(devices);
        unpublished = List.copyOf(unpublished);
    }

    /** The status of a device. Ordered: the first that holds counts. */
    public enum DeviceAvailabilityStatus {
        /** A claim has it, or all there is of it. */
        USED,
        /** Claims have some of it, and others may have more. */
        SHARED,
        /** Free, and a taint keeps claims from it. */
        TAINTED,
        /** Free, and the scheduler passes its pool over: slices are missing, or contradict each other. */
        POOL_SKIPPED,
        /** Free by itself, and what is taken of its pool leaves no room for it. */
        BLOCKED,
        FREE
    }

    /**
     * A device with its status and holders.
     *
     * @param claims that keep it from others; several where it is shared, or where two have it by mistake
     */
    public record InventoryDevice(ResourcePoolDevice device, DraDevicePool pool, DeviceAvailabilityStatus state,
            List<ResourceClaim> claims) {

        public InventoryDevice {
            claims = List.copyOf(claims);
        }

        public boolean isUsed() {
            return state == DeviceAvailabilityStatus.USED || state == DeviceAvailabilityStatus.SHARED;
        }

        /** Returns whether several claims have it that may not share it. */
        public boolean hasConflict() {
            return claims.size() > 1 && claims.stream().flatMap(ResourceClaim::exclusiveDevices)
                    .anyMatch(allocatedDevice -> allocatedDevice.deviceKey().equals(device.key())
                            && allocatedDevice.shareId().isEmpty());
        }
    }

    /** A device that a claim has and no slice publishes, as after a driver came back with another layout. */
    public record ClaimedUnpublishedDevice(AllocatedDevice device, ResourceClaim claim) {}

    /** Returns the inventory of one node's devices. */
    public static DraDeviceInventory ofNode(NodeDraDevices published) {
        return ofPools(DraDevicePool.ofNode(published), published.claims());
    }

    /** Returns an inventory for each pool. Names of devices are those of their pool alone. */
    public Stream<DraDeviceInventory> byPool() {
        var devicesByPool = devices.stream().collect(Collectors.groupingBy(entry -> entry.pool().key()));
        var unpublishedByPool = unpublished.stream().collect(Collectors.groupingBy(entry -> entry.device().poolKey()));
        return pools.stream()
                .map(pool -> new DraDeviceInventory(List.of(pool), devicesByPool.getOrDefault(pool.key(), List.of()),
                        unpublishedByPool.getOrDefault(pool.key(), List.of())));
    }

    static DraDeviceInventory ofPools(List<DraDevicePool> pools, Collection<ResourceClaim> claims) {
        var use = DraDeviceUsage.ofFree(pools);
        Map<String, List<ResourceClaim>> holders = new HashMap<>();
        for (var claim : claims) {
            use.takeAllocated(claim);
            for (var allocatedDevice : claim.exclusiveDevices().toList()) {
                var known = holders.computeIfAbsent(allocatedDevice.deviceKey(), _ -> new ArrayList<>(1));
                if (known.isEmpty() || !known.getLast().key().equals(claim.key())) {
                    known.add(claim);
                }
            }
        }
        var entries = new ArrayList<InventoryDevice>();
        var published = new HashSet<String>();
        for (var pool : pools) {
            for (var device : pool.devices()) {
                published.add(device.key());
                entries.add(new InventoryDevice(device, pool, statusOf(device, pool, use),
                        holders.getOrDefault(device.key(), List.of())));
            }
        }
        var lost = new ArrayList<ClaimedUnpublishedDevice>();
        for (var claim : claims) {
            claim.exclusiveDevices().filter(allocatedDevice -> !published.contains(allocatedDevice.deviceKey()))
                    .forEach(allocatedDevice -> lost.add(new ClaimedUnpublishedDevice(allocatedDevice, claim)));
        }
        return new DraDeviceInventory(pools, entries, lost);
    }

    private static DeviceAvailabilityStatus statusOf(ResourcePoolDevice device, DraDevicePool pool,
            DraDeviceUsage use) {
        var key = device.key();
        if (use.isUsed(key)) {
            if (use.isShared(key) && use.isAvailable(device, PLAIN)) {
                return DeviceAvailabilityStatus.SHARED;
            }
            return DeviceAvailabilityStatus.USED;
        }
        if (device.isTainted()) {
            return DeviceAvailabilityStatus.TAINTED;
        }
        if (!pool.isAllocatable()) {
            return DeviceAvailabilityStatus.POOL_SKIPPED;
        }
        return use.isAvailable(device, PLAIN) ? DeviceAvailabilityStatus.FREE : DeviceAvailabilityStatus.BLOCKED;
    }
}
