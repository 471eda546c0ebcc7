package tessera.dra;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.dra.DeviceLedger.LedgerEntry;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceRequest;
import tessera.model.DeviceSubRequest;
import tessera.model.ListText;
import tessera.model.Plurals;
import tessera.model.ResourceClaim;

/**
 * The devices of one node that suit a request, and what became of them. A device that several claims may share counts as
 * often as the request fits into it, and of partitions that overlap those that fit together.
 *
 * @param node    empty where several nodes reach them
 * @param noun    what they are called: devices or shares
 * @param all     that suit it
 * @param usable  that it could be given were nothing held
 * @param free    of these
 * @param held    by claims
 * @param tainted free ones that a taint keeps from it
 * @param taints  which, as {@code key=value}
 * @param skipped free ones in a pool from which the scheduler does not allocate
 * @param blocked free ones for which what is taken of the same board leaves no room
 * @param holders pods that hold some, with their namespaces
 * @param gone    pods that some are reserved for and that exist no more
 */
public record DeviceRoom(String node, String deviceClass, String noun, long all, long usable, long free, long held,
        long tainted, List<String> taints, long skipped, long blocked, List<String> holders,
        List<String> gone) {

    private static final int NAMED = 3;

    public DeviceRoom {
        taints = List.copyOf(taints);
        holders = List.copyOf(holders);
        gone = List.copyOf(gone);
    }

    /** Returns what a node has of the devices that suit the first request of some claims that is not met. */
    public static Optional<DeviceRoom> on(DeviceState devices, String namespace, List<String> names, String node) {
        return request(devices, namespace, names).flatMap(request -> {
            var suiting = devices.index().reachable(node).stream()
                    .filter(each -> devices.suits(request, each.device())).toList();
            return suiting.isEmpty() ? Optional.empty() : Optional.of(of(devices, request, node, suiting));
        });
    }

    /** Returns whether a node would have enough devices for that request, were none tainted or in an unfinished pool. */
    public boolean closedForNow(DeviceState devices, String namespace, List<String> names) {
        return tainted + skipped > 0 && request(devices, namespace, names)
                .filter(request -> all >= request.count()).isPresent();
    }

    private static Optional<DeviceSubRequest> request(DeviceState devices, String namespace, List<String> names) {
        return devices.open(namespace, names).stream().flatMap(claim -> claim.requests().stream())
                .map(DeviceRequest::options).filter(options -> !options.isEmpty()).findFirst().map(List::getFirst);
    }

    /** The devices that suit a request, for each node that has any, that with most free first. */
    static List<DeviceRoom> of(DeviceState devices, DeviceSubRequest request) {
        var suiting = devices.ledger().devices().stream().filter(each -> devices.suits(request, each.device()))
                .toList();
        return LedgerIndex.grouped(suiting).entrySet().stream()
                .map(each -> of(devices, request, each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(DeviceRoom::free).thenComparingLong(DeviceRoom::all).reversed())
                .toList();
    }

    /** @param entries that suit the request */
    private static DeviceRoom of(DeviceState devices, DeviceSubRequest request, String node,
            Collection<LedgerEntry> entries) {
        var count = new DeviceCount(request, DeviceCount.SHARES);
        var left = devices.index().use(entries, _ -> true);
        long free = count.of(entries, left, count::admits);
        long tainted = count.of(entries, left, each -> each.pool().open() && !count.admits(each));
        long skipped = count.of(entries, left, each -> !each.pool().open());
        var empty = devices.index().use(entries, _ -> false);
        long usable = count.of(entries, empty, count::admits);
        long there = usable + count.of(entries, empty, each -> !count.admits(each));
        boolean shares = entries.stream().anyMatch(each -> each.device().device().shareable());
        long held = request.admin() ? 0
                : entries.stream().filter(LedgerEntry::used).mapToLong(DeviceRoom::holdings).sum();
        long rest = Math.max(0, there - free - tainted - skipped - held);
        // What is left of a shared device and does not do for the request is not to be had.
        held += shares ? rest : 0;
        long blocked = shares ? 0 : rest;
        return new DeviceRoom(node, request.deviceClass(), shares ? "share" : "device",
                free + tainted + skipped + held + blocked, usable, free, held, tainted,
                tainted == 0 ? List.of() : taints(entries, count), skipped, blocked,
                pods(entries, devices.users()::present), pods(entries, devices.users()::gone));
    }

    private static long holdings(LedgerEntry entry) {
        return entry.device().device().shareable() ? entry.claims().stream().flatMap(ResourceClaim::held)
                .map(AllocatedDevice::deviceKey).filter(entry.device().key()::equals).count() : 1;
    }

    private static List<String> taints(Collection<LedgerEntry> entries, DeviceCount count) {
        return entries.stream().filter(each -> each.pool().open() && !each.used())
                .flatMap(each -> each.device().repelling(count.request().tolerations()).stream())
                .map(taint -> taint.taint().value().isEmpty() ? taint.taint().key()
                        : taint.taint().key() + "=" + taint.taint().value())
                .distinct().sorted().toList();
    }

    private static List<String> pods(Collection<LedgerEntry> entries, Function<ResourceClaim, List<String>> pods) {
        return entries.stream().flatMap(each -> each.claims().stream()).distinct().map(pods).flatMap(List::stream)
                .distinct().sorted().toList();
    }

    /** Returns what it is the room of: the node, or where several reach the devices the cluster. */
    public String place() {
        return node.isEmpty() ? "the cluster" : node;
    }

    /** For example “8 devices: 5 free, 2 held by ml/bert-0, 1 out of service (taint gpu.nvidia.com/xid=79)”. */
    public String words() {
        var parts = new ArrayList<String>();
        parts.add(free + " free");
        if (held > 0) {
            var by = Stream.of(holders.isEmpty() ? "" : "by " + ListText.some(holders, NAMED),
                    gone.isEmpty() ? "" : ClaimUsers.goneText(gone)).filter(text -> !text.isEmpty()).toList();
            parts.add("%d held%s".formatted(held, by.isEmpty() ? "" : " " + String.join(" and ", by)));
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
        return "%s: %s".formatted(Plurals.of(all, noun), String.join(", ", parts));
    }
}
