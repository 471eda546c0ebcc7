package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceCounterAmounts;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceAmountFormatter;
import tessera.model.ResourceClaim;
import tessera.text.MessageCatalog;

/**
 * The use of devices: devices taken, capacity consumed by shares, and remaining shared counters of pools. Grows while claims are met. One thread at a time.
 */
final class DraDeviceUsage {

    private final Map<String, ResourcePoolDevice> devices;
    private final Map<String, Long> counters;
    private final Set<String> exclusive = new HashSet<>();
    private final Map<String, Map<String, Long>> shares = new HashMap<>();
    private int allocatedCount;

    /** Of some devices of pools of which nothing is taken yet. */
    DraDeviceUsage(Stream<ResourcePoolDevice> some, Collection<DraDevicePool> pools) {
        devices = new HashMap<>();
        counters = new HashMap<>();
        some.forEach(device -> devices.put(device.key(), device));
        for (var pool : pools) {
            for (var set : pool.counters()) {
                set.amounts()
                        .forEach((counter, amount) -> counters.put(counterKey(pool.key(), set.set(), counter), amount));
            }
        }
    }

    /** Returns the use of pools of which nothing is taken yet. */
    static DraDeviceUsage ofFree(Collection<DraDevicePool> pools) {
        return new DraDeviceUsage(pools.stream().flatMap(pool -> pool.devices().stream()), pools);
    }

    private DraDeviceUsage(DraDeviceUsage of) {
        devices = of.devices;
        counters = new HashMap<>(of.counters);
        exclusive.addAll(of.exclusive);
        allocatedCount = of.allocatedCount;
        of.shares.forEach((device, amounts) -> shares.put(device, new HashMap<>(amounts)));
    }

    DraDeviceUsage copy() {
        return new DraDeviceUsage(this);
    }

    /** Returns a count that grows whenever a device is taken. */
    int changeCount() {
        return allocatedCount;
    }

    void takeAllocated(ResourceClaim claim) {
        claim.exclusiveDevices().forEach(this::takeDevice);
    }

    private void takeDevice(AllocatedDevice result) {
        allocatedCount++;
        chargeCounters(result.deviceKey());
        if (result.shareId().isEmpty()) {
            exclusive.add(result.deviceKey());
        } else {
            var amounts = shares.computeIfAbsent(result.deviceKey(), _ -> new HashMap<>());
            result.consumedCapacity().forEach((name, amount) -> amounts.merge(name, amount, Long::sum));
        }
    }

    void takeDevice(ResourcePoolDevice device, DeviceSubRequest request) {
        if (request.adminAccess()) {
            return;
        }
        allocatedCount++;
        chargeCounters(device.key());
        if (!device.device().shareable()) {
            exclusive.add(device.key());
            return;
        }
        var amounts = shares.computeIfAbsent(device.key(), _ -> new HashMap<>());
        for (var entry : device.device().capacity().entrySet()) {
            var name = entry.getKey();
            var capacity = entry.getValue();
            capacity.consumedBy(request.capacity().getOrDefault(name, ""))
                    .ifPresent(needed -> amounts.merge(name, needed, Long::sum));
        }
    }

    /** Charges a device's counters, once for however many shares; those of an unpublished device never. */
    private void chargeCounters(String key) {
        var device = devices.get(key);
        if (device != null && !isUsed(key)) {
            for (var use : device.device().counters()) {
                use.amounts().forEach((counter, amount) -> counters
                        .merge(counterKey(device.poolKey(), use.set(), counter), -amount, Long::sum));
            }
        }
    }

    boolean isUsed(String key) {
        return exclusive.contains(key) || shares.containsKey(key);
    }

    boolean isShared(String key) {
        return shares.containsKey(key);
    }

    /** Returns whether others have left enough of a device for a request. */
    boolean isAvailable(ResourcePoolDevice device, DeviceSubRequest request) {
        var key = device.key();
        if (request.adminAccess()) {
            return isUsed(key) || hasCounters(device);
        }
        boolean open = device.device().shareable() ? !exclusive.contains(key) : !isUsed(key);
        return open && (isUsed(key) || hasCounters(device)) && hasCapacity(device, request);
    }

    /** Returns whether the counters that a device consumes remain, so that nothing it overlaps with is taken. */
    boolean hasCounters(ResourcePoolDevice device) {
        return device.device().counters().stream().allMatch(use -> fitsCounters(use, device));
    }

    private boolean fitsCounters(DeviceCounterAmounts use, ResourcePoolDevice device) {
        return use.amounts().entrySet().stream().allMatch(each -> counters
                .getOrDefault(counterKey(device.poolKey(), use.set(), each.getKey()), 0L) >= each.getValue());
    }

    private boolean hasCapacity(ResourcePoolDevice device, DeviceSubRequest request) {
        var there = device.device().capacity();
        if (!there.keySet().containsAll(request.capacity().keySet())) {
            return false;
        }
        if (!device.device().shareable() && request.capacity().isEmpty()) {
            return true;
        }
        var taken = shares.getOrDefault(device.key(), Map.of());
        return there.entrySet().stream().allMatch(each -> {
            var needed = each.getValue().consumedBy(request.capacity().getOrDefault(each.getKey(), ""));
            return needed.isPresent()
                    && needed.getAsLong() + taken.getOrDefault(each.getKey(), 0L) <= each.getValue().amount();
        });
    }

    /** Returns the wanted amount of a capacity and the most that is left of it on one device; empty where some device has enough left. */
    Optional<String> scarcityText(String capacity, DeviceSubRequest request, Collection<ResourcePoolDevice> some) {
        long most = 0;
        long wanted = 0;
        for (var device : some) {
            var there = device.device().capacity().get(capacity);
            var needed = there == null ? OptionalLong.empty()
                    : there.consumedBy(request.capacity().getOrDefault(capacity, ""));
            if (there == null || needed.isEmpty()) {
                return Optional.empty();
            }
            long left = exclusive.contains(device.key()) ? 0
                    : there.amount() - shares.getOrDefault(device.key(), Map.of()).getOrDefault(capacity, 0L);
            if (left >= needed.getAsLong()) {
                return Optional.empty();
            }
            most = Math.max(most, left);
            wanted = Math.max(wanted, needed.getAsLong());
        }
        return Optional.of(MessageCatalog.of(DraDeviceUsage.class).text("availability.scarce",
                ResourceAmountFormatter.amountText(capacity, wanted), capacity,
                ResourceAmountFormatter.amountText(capacity, most)));
    }

    private static String counterKey(String pool, String set, String counter) {
        return pool + "/" + set + "/" + counter;
    }
}
