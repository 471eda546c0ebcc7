package tessera.claim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.claim.DeviceLedger.State;
import tessera.model.Counted;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ResourceClaim;
import tessera.model.WordList;

/**
 * The devices of one node that suit a request, and what became of them.
 *
 * @param all     that suit it
 * @param free    of these
 * @param held    by claims
 * @param tainted free ones that a taint keeps from it
 * @param taints  which, as {@code key=value}
 * @param skipped free ones in a pool from which the scheduler does not allocate
 * @param blocked free ones for which what is taken of the same board leaves no room
 * @param holders pods that hold some, with their namespaces
 */
public record DeviceRoom(String node, String deviceClass, long all, long free, long held, long tainted,
        List<String> taints, long skipped, long blocked, List<String> holders) {

    private static final int NAMED = 3;

    public DeviceRoom {
        taints = List.copyOf(taints);
        holders = List.copyOf(holders);
    }

    /** The devices that suit the first request of some claims that is not met, for each node that has any. */
    public static List<DeviceRoom> of(Devices devices, String namespace, List<String> names) {
        return request(devices, namespace, names).map(request -> of(devices, request)).orElse(List.of());
    }

    /** Returns whether a node would have enough devices for that request, were none tainted or in an unfinished pool. */
    public static boolean closedForNow(Devices devices, String namespace, List<String> names, String node) {
        return request(devices, namespace, names).filter(request -> of(devices, request).stream()
                .anyMatch(room -> room.node().equals(node) && room.tainted() + room.skipped() > 0
                        && room.all() >= request.count()))
                .isPresent();
    }

    private static Optional<DeviceSubRequest> request(Devices devices, String namespace, List<String> names) {
        return devices.open(namespace, names).stream().flatMap(claim -> claim.requests().stream())
                .map(DeviceRequest::options).filter(options -> !options.isEmpty()).findFirst().map(List::getFirst);
    }

    /** The devices that suit a request, for each node that has any, that with most free first. */
    public static List<DeviceRoom> of(Devices devices, DeviceSubRequest request) {
        return devices.ledger().devices().stream().filter(each -> devices.suits(request, each.device()))
                .collect(Collectors.groupingBy(each -> each.device().node(), TreeMap::new, Collectors.toList()))
                .entrySet().stream().map(each -> of(each.getKey(), request.deviceClass(), each.getValue()))
                .sorted(Comparator.comparingLong(DeviceRoom::free).thenComparingLong(DeviceRoom::all).reversed())
                .toList();
    }

    /** @param entries that suit a request */
    static DeviceRoom of(String node, String deviceClass, Collection<DeviceLedger.Entry> entries) {
        var taints = entries.stream().filter(each -> each.state() == State.TAINTED)
                .flatMap(each -> each.device().device().taints().stream()).filter(taint -> taint.repels())
                .map(taint -> taint.taint().value().isEmpty() ? taint.taint().key()
                        : taint.taint().key() + "=" + taint.taint().value())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> holders = entries.stream().flatMap(each -> each.claims().stream())
                .map(ResourceClaim::pods).flatMap(List::stream).collect(Collectors.toCollection(TreeSet::new));
        return new DeviceRoom(node, deviceClass, entries.size(),
                count(entries, State.FREE) + count(entries, State.SHARED), count(entries, State.USED),
                count(entries, State.TAINTED), List.copyOf(taints), count(entries, State.POOL_SKIPPED),
                count(entries, State.BLOCKED), List.copyOf(holders));
    }

    private static long count(Collection<DeviceLedger.Entry> entries, State state) {
        return entries.stream().filter(each -> each.state() == state).count();
    }

    /** For example “8 devices: 5 free, 2 held by ml/bert-0, 1 out of service (taint gpu.nvidia.com/xid=79)”. */
    public String words() {
        var parts = new ArrayList<String>();
        parts.add(free + " free");
        if (held > 0) {
            parts.add("%d held%s".formatted(held,
                    holders.isEmpty() ? "" : " by " + WordList.some(holders, NAMED)));
        }
        if (tainted > 0) {
            parts.add("%d out of service (taint %s)".formatted(tainted, String.join(", ", taints)));
        }
        if (skipped > 0) {
            parts.add("%d in a pool that is being updated".formatted(skipped));
        }
        if (blocked > 0) {
            parts.add("%d blocked by partitions of the same board".formatted(blocked));
        }
        return "%s: %s".formatted(Counted.of(all, "device"), String.join(", ", parts));
    }
}
