package tessera.dra;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.model.DeviceSubRequest;
import tessera.text.MessageCatalog;

/**
 * The devices of a class, and how many of them no claim has.
 *
 * @param isDetermined whether it is known of each device whether it is of the class
 * @param mostOnOneNode  free on one node
 */
public record DeviceClassAvailability(String name, boolean isDetermined, long free, long total, long mostOnOneNode) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DeviceClassAvailability.class);

    /**
     * Returns the availability of each class, those with most free devices first.
     *
     * @param open whether a device that no claim has can be used beside those of the same board that claims have
     */
    public static List<DeviceClassAvailability> listFor(DraClusterState devices, Predicate<InventoryDevice> open) {
        return devices.classNames().stream().map(name -> forClass(devices, name, open)).sorted(Comparator
                .comparingLong(DeviceClassAvailability::free).reversed().thenComparing(DeviceClassAvailability::name))
                .toList();
    }

    private static DeviceClassAvailability forClass(DraClusterState devices, String name,
            Predicate<InventoryDevice> open) {
        var one = new DeviceSubRequest(name, name, List.of(), false, 1, false, List.of(), Map.of());
        // A device of which a share is left is one that is free.
        var count = new AllocatableDeviceCounter(one, 1);
        var there = devices.ledger().devices().stream()
                .filter(entry -> entry.pool().isAllocatable() && devices.matchesRequest(one, entry.device())).toList();
        long free = 0;
        long all = 0;
        long maximum = 0;
        for (var entries : NodeDraDeviceIndex.groupByNode(there).values()) {
            long here = count.countGranted(entries, devices.ledgerIndex().useOf(entries, _ -> true),
                    open.and(count::allowsAllocation));
            free += here;
            maximum = Math.max(maximum, here);
            all += Math.max(count.countGranted(entries, devices.ledgerIndex().useOf(entries, _ -> false), _ -> true),
                    here + entries.stream().filter(InventoryDevice::isUsed)
                            .filter(entry -> !entry.device().device().shareable()).count());
        }
        return new DeviceClassAvailability(name, devices.undeterminedSelector(one).isEmpty(), free, all, maximum);
    }

    /** Returns a text such as {@code gpu.nvidia.com: 3 of 16 free, at most 2 on a node}. */
    public String availabilityText() {
        if (!isDetermined) {
            return MESSAGES.text("class.undetermined", name);
        }
        return MESSAGES.text("class.availability", name, total, free, mostOnOneNode < free ? mostOnOneNode : 0);
    }
}
