package tessera.dra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * The devices of one node that match a request, counted by their status. A device that several claims may share counts as
 * often as the request fits into it, and of partitions that overlap those that fit together.
 *
 * @param node    empty where several nodes reach them
 * @param noun    what they are called: devices or shares
 * @param total     that suit it
 * @param usable  that it could be given were nothing held
 * @param free    of these
 * @param allocated    by claims
 * @param tainted free ones that a taint keeps from it
 * @param taintedInUse of those that are allocated, how many a taint keeps from it once they are released
 * @param taints  which, as {@code key=value}
 * @param skipped free ones in a pool from which the scheduler does not allocate
 * @param blocked free ones for which what is taken of the same board leaves no room
 * @param scarceCapacity what others have left too little of on each shared device, as text; empty where that is not why none is free
 * @param holders pods that hold some, with their namespaces
 * @param deletedPods    pods that some are reserved for and that exist no more
 */
public record NodeDeviceAvailability(String node, String deviceClass, String noun, long total, long usable, long free,
        long allocated, long tainted, long taintedInUse, List<String> taints, long skipped, long blocked,
        String scarceCapacity, List<String> holders, List<String> deletedPods) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeDeviceAvailability.class);

    public NodeDeviceAvailability {
        taints = List.copyOf(taints);
        holders = List.copyOf(holders);
        deletedPods = List.copyOf(deletedPods);
    }

    /** Returns the number of devices that a taint or an unfinished pool keeps from the request, now or once they are released. */
    long withheld() {
        return tainted + taintedInUse + skipped;
    }

    /** Returns 3 where enough is free for a request, 2 where enough could be released, else 1. */
    int prospectFor(DeviceSubRequest request) {
        if (isEnoughFor(request)) {
            return 3;
        }
        return usable >= Math.max(1, request.count()) ? 2 : 1;
    }

    /** Returns whether enough devices are free for a request; who wants all of them takes none while one is not free. */
    private boolean isEnoughFor(DeviceSubRequest request) {
        return request.all() ? total > 0 && free == total : free >= Math.max(1, request.count());
    }

    /** Returns whether enough devices are free for a request on some node. */
    public static boolean isEnough(List<NodeDeviceAvailability> rooms, DeviceSubRequest request) {
        if (request.all()) {
            return rooms.stream().anyMatch(room -> room.isEnoughFor(request))
                    && rooms.stream().filter(room -> room.node().isEmpty()).allMatch(room -> room.isEnoughFor(request));
        }
        return largestOnOneNode(rooms, NodeDeviceAvailability::free) >= Math.max(1, request.count());
    }

    /** Returns the largest amount that a node reaches: of its own devices, and of those that several nodes reach. */
    public static long largestOnOneNode(List<NodeDeviceAvailability> rooms,
            ToLongFunction<NodeDeviceAvailability> amount) {
        return rooms.stream().filter(availability -> availability.node().isEmpty()).mapToLong(amount).sum() + rooms
                .stream().filter(availability -> !availability.node().isEmpty()).mapToLong(amount).max().orElse(0);
    }

    /** @param entries that suit the request */
    static NodeDeviceAvailability ofEntries(NodeDraDeviceIndex index, ClaimReservedPodIndex users,
            DeviceSubRequest request, String node, Collection<InventoryDevice> entries) {
        var count = new AllocatableDeviceCounter(request, AllocatableDeviceCounter.SHARES);
        var left = index.useOf(entries, _ -> true);
        long free = count.countGranted(entries, left, count::allowsAllocation);
        long tainted = count.countGranted(entries, left,
                entry -> entry.pool().isAllocatable() && !count.allowsAllocation(entry));
        long skipped = count.countGranted(entries, left, entry -> !entry.pool().isAllocatable());
        var empty = index.useOf(entries, _ -> false);
        long usable = count.countGranted(entries, empty, count::allowsAllocation);
        long there = usable + count.countGranted(entries, empty, entry -> !count.allowsAllocation(entry));
        boolean shares = entries.stream().anyMatch(entry -> entry.device().device().shareable());
        long allocated = request.adminAccess() ? 0
                : entries.stream().filter(InventoryDevice::isUsed).mapToLong(NodeDeviceAvailability::countHoldings)
                        .sum();
        long rest = Math.max(0, there - free - tainted - skipped - allocated);
        var unit = "device";
        long blocked = rest;
        if (shares) {
            // What is left of a shared device and does not do for the request is not to be had.
            unit = "share";
            allocated += rest;
            blocked = 0;
        }
        var scarceText = "";
        if (shares && free == 0) {
            scarceText = scarceCapacityText(index, request, entries);
        }
        long taintedInUse = closedByTaint(entries, count).filter(InventoryDevice::isUsed).count();
        return new NodeDeviceAvailability(node, request.deviceClass(), unit,
                free + tainted + skipped + allocated + blocked, usable, free, allocated, tainted, taintedInUse,
                tainted + taintedInUse == 0 ? List.of() : taintTexts(entries, count), skipped, blocked, scarceText,
                pods(entries, users::present), pods(entries, users::gone));
    }

    private static String scarceCapacityText(NodeDraDeviceIndex index, DeviceSubRequest request,
            Collection<InventoryDevice> entries) {
        var use = index.useOf(entries, _ -> true);
        return entries.stream().flatMap(entry -> entry.device().device().capacity().keySet().stream()).distinct()
                .sorted().flatMap(name -> use
                        .scarcityText(name, request, entries.stream().map(InventoryDevice::device).toList()).stream())
                .collect(Collectors.joining(", "));
    }

    private static long countHoldings(InventoryDevice entry) {
        if (entry.device().device().shareable()) {
            return entry.claims().stream().flatMap(ResourceClaim::exclusiveDevices).map(AllocatedDevice::deviceKey)
                    .filter(entry.device().key()::equals).count();
        }
        return 1;
    }

    private static Stream<InventoryDevice> closedByTaint(Collection<InventoryDevice> entries,
            AllocatableDeviceCounter count) {
        return entries.stream().filter(entry -> entry.pool().isAllocatable() && !count.allowsAllocation(entry));
    }

    private static List<String> taintTexts(Collection<InventoryDevice> entries, AllocatableDeviceCounter count) {
        return closedByTaint(entries, count)
                .flatMap(entry -> entry.device().untoleratedTaints(count.request().tolerations()).stream())
                .map(taint -> taint.taint().value().isEmpty() ? taint.taint().key()
                        : taint.taint().key() + "=" + taint.taint().value())
                .distinct().sorted().toList();
    }

    private static List<String> pods(Collection<InventoryDevice> entries, Function<ResourceClaim, List<String>> pods) {
        return entries.stream().flatMap(entry -> entry.claims().stream()).distinct().map(pods).flatMap(List::stream)
                .distinct().sorted().toList();
    }

    /** Returns the node, or the cluster where several nodes reach the devices. */
    public String placeText() {
        return OptionalText.orElse(node, MESSAGES.text("place.cluster"));
    }

    /** Returns a text such as {@code 8 devices: 5 free, 2 held by ml/bert-0, 1 out of service (taint gpu.nvidia.com/xid=79)}. */
    public String availabilityText() {
        var parts = new ArrayList<String>();
        parts.add(MESSAGES.text("availability.free", free));
        if (allocated > 0) {
            var by = Stream
                    .of(holders.isEmpty() ? "" : MESSAGES.text("availability.holders", holders),
                            deletedPods.isEmpty() ? "" : MESSAGES.text("availability.pods-gone", deletedPods))
                    .filter(text -> !text.isEmpty()).toList();
            parts.add(MESSAGES.text("availability.held", allocated, by));
        }
        addPart(parts, taintedInUse, "availability.tainted-in-use");
        addPart(parts, tainted, "availability.tainted");
        addPart(parts, skipped, "availability.skipped");
        if (!scarceCapacity.isEmpty()) {
            parts.add(scarceCapacity);
        }
        addPart(parts, blocked, "availability.blocked");
        return MESSAGES.text("availability", total, noun, String.join(", ", parts));
    }

    private void addPart(List<String> parts, long count, String key) {
        if (count > 0) {
            parts.add(MESSAGES.text(key, count, taints));
        }
    }
}
