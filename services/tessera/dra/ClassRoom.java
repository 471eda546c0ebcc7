package tessera.dra;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tessera.model.DeviceSubRequest;

/**
 * How many devices of a class there are, and how many of them nobody has claimed.
 *
 * @param clear whether it is known of each device whether it is of the class
 * @param most  free on one node
 */
public record ClassRoom(String name, boolean clear, long free, long all, long most) {

    /** That of each class, those with most free first. */
    public static List<ClassRoom> of(DeviceState devices) {
        return devices.classes().stream().map(name -> of(devices, name))
                .sorted(Comparator.comparingLong(ClassRoom::free).reversed().thenComparing(ClassRoom::name)).toList();
    }

    private static ClassRoom of(DeviceState devices, String name) {
        var one = new DeviceSubRequest(name, name, List.of(), false, 1, false, List.of(), Map.of());
        // A device of which a share is left is one that is free.
        var count = new DeviceCount(one, 1);
        var there = devices.ledger().devices().stream()
                .filter(each -> each.pool().open() && devices.suits(one, each.device())).toList();
        long free = 0;
        long all = 0;
        long most = 0;
        for (var entries : LedgerIndex.grouped(there).values()) {
            long here = count.of(entries, devices.index().use(entries, _ -> true), count::admits);
            free += here;
            most = Math.max(most, here);
            all += Math.max(count.of(entries, devices.index().use(entries, _ -> false), _ -> true),
                    here + entries.stream().filter(DeviceLedger.LedgerEntry::used)
                            .filter(each -> !each.device().device().shareable()).count());
        }
        return new ClassRoom(name, devices.unclear(one).isEmpty(), free, all, most);
    }

    /** For example “gpu.nvidia.com: 3 of 16 free, at most 2 on a node”. */
    public String words() {
        return !clear ? "%s: how many are free is not known, as not each of its selectors is understood".formatted(name)
                : "%s: %s%s".formatted(name, all == 0 ? "no devices" : "%d of %d free".formatted(free, all),
                        most > 0 && most < free ? ", at most %d on a node".formatted(most) : "");
    }
}
