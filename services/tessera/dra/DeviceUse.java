package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;

/**
 * Which devices are taken, what shares take of devices that several claims may have, and what is left of the counters that
 * devices of a pool share. Grows while claims are met. One thread at a time.
 */
final class DeviceUse {

    private final Map<String, PoolDevice> devices;
    private final Map<String, Long> counters;
    private final Set<String> exclusive = new HashSet<>();
    private final Map<String, Map<String, Long>> shares = new HashMap<>();
    private int taken;

    /** Of some devices of pools of which nothing is taken yet. */
    DeviceUse(Stream<PoolDevice> some, Collection<DevicePool> pools) {
        devices = new HashMap<>();
        counters = new HashMap<>();
        some.forEach(device -> devices.put(device.key(), device));
        for (var pool : pools) {
            pool.counters().forEach(set -> set.amounts()
                    .forEach((counter, amount) -> counters.put(counter(pool.key(), set.set(), counter), amount)));
        }
    }

    /** Of all devices of pools of which nothing is taken yet. */
    static DeviceUse of(Collection<DevicePool> pools) {
        return new DeviceUse(pools.stream().flatMap(pool -> pool.devices().stream()), pools);
    }

    private DeviceUse(DeviceUse of) {
        devices = of.devices;
        counters = new HashMap<>(of.counters);
        exclusive.addAll(of.exclusive);
        taken = of.taken;
        of.shares.forEach((device, amounts) -> shares.put(device, new HashMap<>(amounts)));
    }

    DeviceUse copy() {
        return new DeviceUse(this);
    }

    /** Grows whenever something is taken. */
    int taken() {
        return taken;
    }

    void take(ResourceClaim claim) {
        claim.held().forEach(this::take);
    }

    private void take(AllocatedDevice result) {
        taken++;
        charge(result.deviceKey());
        if (result.share().isEmpty()) {
            exclusive.add(result.deviceKey());
        } else {
            var amounts = shares.computeIfAbsent(result.deviceKey(), _ -> new HashMap<>());
            result.consumed().forEach((name, amount) -> amounts.merge(name, amount, Long::sum));
        }
    }

    void take(PoolDevice device, DeviceSubRequest request) {
        if (request.admin()) {
            return;
        }
        taken++;
        charge(device.key());
        if (!device.device().shareable()) {
            exclusive.add(device.key());
            return;
        }
        var amounts = shares.computeIfAbsent(device.key(), _ -> new HashMap<>());
        device.device().capacity().forEach((name, capacity) -> capacity
                .needed(request.capacity().getOrDefault(name, ""))
                .ifPresent(needed -> amounts.merge(name, needed, Long::sum)));
    }

    /** However many shares a device has, its counters are charged once; those of one that is not published, never. */
    private void charge(String key) {
        var device = devices.get(key);
        if (device != null && !used(key)) {
            device.device().counters().forEach(use -> use.amounts().forEach((counter, amount) -> counters
                    .merge(counter(device.poolKey(), use.set(), counter), -amount, Long::sum)));
        }
    }

    boolean used(String key) {
        return exclusive.contains(key) || shares.containsKey(key);
    }

    boolean shared(String key) {
        return shares.containsKey(key);
    }

    /** Whether a request could have a device, as far as others have left some of it. */
    boolean leaves(PoolDevice device, DeviceSubRequest request) {
        var key = device.key();
        if (request.admin()) {
            return used(key) || countersLeft(device);
        }
        boolean open = device.device().shareable() ? !exclusive.contains(key) : !used(key);
        return open && (used(key) || countersLeft(device)) && capacityLeft(device, request);
    }

    /** Whether the counters that a device takes are left, so that nothing it overlaps with is taken. */
    boolean countersLeft(PoolDevice device) {
        return device.device().counters().stream()
                .allMatch(use -> use.amounts().entrySet().stream().allMatch(each -> counters
                        .getOrDefault(counter(device.poolKey(), use.set(), each.getKey()), 0L) >= each.getValue()));
    }

    private boolean capacityLeft(PoolDevice device, DeviceSubRequest request) {
        var there = device.device().capacity();
        if (!there.keySet().containsAll(request.capacity().keySet())) {
            return false;
        }
        if (!device.device().shareable() && request.capacity().isEmpty()) {
            return true;
        }
        var taken = shares.getOrDefault(device.key(), Map.of());
        return there.entrySet().stream().allMatch(each -> {
            var needed = each.getValue().needed(request.capacity().getOrDefault(each.getKey(), ""));
            return needed.isPresent()
                    && needed.getAsLong() + taken.getOrDefault(each.getKey(), 0L) <= each.getValue().amount();
        });
    }

    private static String counter(String pool, String set, String counter) {
        return pool + "/" + set + "/" + counter;
    }
}
