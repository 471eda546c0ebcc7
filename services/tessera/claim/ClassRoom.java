package tessera.claim;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many devices of a class there are, and how many of them nobody has claimed.
 *
 * @param clear whether it is known of each device whether it is of the class
 * @param most  free on one node
 */
public record ClassRoom(String name, boolean clear, long free, long all, long most) {

    /** That of each class, those with most free first. */
    public static List<ClassRoom> of(Devices devices) {
        var held = new HashSet<String>();
        devices.claims().forEach(claim -> held.addAll(claim.held()));
        return devices.classes().stream().map(name -> {
            var wish = new Wish(name, name, MissingNode.getInstance(), false, 1);
            var there = devices.complete().stream().filter(device -> devices.suits(wish, device)).toList();
            var free = there.stream().filter(device -> !device.tainted() && !held.contains(device.key())).toList();
            long most = free.stream().collect(Collectors.groupingBy(Device::node, Collectors.counting())).values()
                    .stream().mapToLong(Long::longValue).max().orElse(0);
            return new ClassRoom(name, devices.unclear(wish).isEmpty(), free.size(), there.size(), most);
        }).sorted(Comparator.comparingLong(ClassRoom::free).reversed().thenComparing(ClassRoom::name)).toList();
    }

    /** For example “gpu.nvidia.com: 3 of 16 free, at most 2 on a node”. */
    public String words() {
        return !clear ? "%s: how many are free is not known, as not each of its selectors is understood".formatted(name)
                : "%s: %s%s".formatted(name, all == 0 ? "no devices" : "%d of %d free".formatted(free, all),
                        most > 0 && most < free ? ", at most %d on a node".formatted(most) : "");
    }
}
