package tessera.claim;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tessera.model.DeviceSubRequest;

/**
 * How many devices of a class there are, and how many of them nobody has claimed.
 *
 * @param clear whether it is known of each device whether it is of the class
 * @param most  free on one node
 */
public record ClassRoom(String name, boolean clear, long free, long all, long most) {

    /** That of each class, those with most free first. */
    public static List<ClassRoom> of(Devices devices) {
        var use = devices.use(devices.claims());
        return devices.classes().stream().map(name -> {
            var one = new DeviceSubRequest(name, name, List.of(), false, 1, false, List.of(), Map.of());
            var there = devices.complete().stream().filter(device -> devices.suits(one, device)).toList();
            var free = there.stream().filter(device -> !device.tainted() && use.leaves(device, one)).toList();
            long most = free.stream().collect(Collectors.groupingBy(PoolDevice::node, Collectors.counting())).values()
                    .stream().mapToLong(Long::longValue).max().orElse(0);
            return new ClassRoom(name, devices.unclear(one).isEmpty(), free.size(), there.size(), most);
        }).sorted(Comparator.comparingLong(ClassRoom::free).reversed().thenComparing(ClassRoom::name)).toList();
    }

    /** For example “gpu.nvidia.com: 3 of 16 free, at most 2 on a node”. */
    public String words() {
        return !clear ? "%s: how many are free is not known, as not each of its selectors is understood".formatted(name)
                : "%s: %s%s".formatted(name, all == 0 ? "no devices" : "%d of %d free".formatted(free, all),
                        most > 0 && most < free ? ", at most %d on a node".formatted(most) : "");
    }
}
