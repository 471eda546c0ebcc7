package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import tessera.model.ResourceAmounts;

/**
 * What there is of a resource for who wants so much of it on one node.
 *
 * @param whole   the most that a single node offers, shares apart
 * @param sharing nodes that offer as much, but as shares of devices
 * @param free    on a single node that takes pods
 * @param parted  whether those are shares
 * @param all     offered by the nodes that take pods
 * @param shares  how many of these are shares
 * @param closed  free on nodes that take none
 * @param tainted free on nodes whose taints may be what keeps the pod away
 */
record ResourceAvailability(long whole, List<String> sharing, long free, boolean parted, long all, long shares,
        long closed,
        long tainted) {

    ResourceAvailability {
        sharing = List.copyOf(sharing);
    }

    /**
     * What is asked for.
     *
     * @param repelled whether the scheduler says that taints keep the pod away from some nodes
     */
    record SupplyRequest(String resource, long wanted, boolean repelled) {}

    /** @param shared whether what a node offers by the name of a resource are shares */
    static ResourceAvailability of(List<GpuNode> nodes, SupplyRequest wish, BiPredicate<GpuNode, String> shared) {
        var resource = wish.resource();
        var sharing = new ArrayList<String>();
        long whole = 0;
        long tainted = 0;
        long free = 0;
        boolean parted = false;
        long all = 0;
        long shares = 0;
        long closed = 0;
        for (var node : nodes) {
            var use = node.info().use(resource);
            boolean cut = shared.test(node, resource);
            if (!cut) {
                whole = Math.max(whole, use.allocatable());
            } else if (use.allocatable() >= wish.wanted()) {
                sharing.add(node.name());
            }
            // Several shares may all be of one device: they are no place for who wants several of them.
            if (cut && wish.wanted() > 1) {
                continue;
            }
            if (node.closed() || node.lost()) {
                closed = ResourceAmounts.saturatedSum(closed, use.free());
            } else if (wish.repelled() && foreign(node, resource)) {
                tainted = ResourceAmounts.saturatedSum(tainted, use.free());
            } else {
                parted = use.free() > free ? cut : parted;
                free = Math.max(free, use.free());
                all = ResourceAmounts.saturatedSum(all, use.allocatable());
                shares = ResourceAmounts.saturatedSum(shares, cut ? use.allocatable() : 0);
            }
        }
        return new ResourceAvailability(whole, sharing, free, parted, all, shares, closed, tainted);
    }

    /** On how many nodes so much is free, where it is on each that offers it at all; 0 where it is not, or not known. */
    static long roomy(GpuFleet fleet, String resource, long wanted) {
        if (!fleet.snapshot().allocationComplete() || !fleet.snapshot().nodesSeen()) {
            return 0;
        }
        var uses = fleet.nodes().stream().map(node -> node.info().use(resource)).filter(use -> use.allocatable() > 0)
                .toList();
        return uses.stream().allMatch(use -> use.free() >= wanted) ? uses.size() : 0;
    }

    /** Whether a node has taints besides those of the device, which who asks for it tolerates as a rule. */
    private static boolean foreign(GpuNode node, String resource) {
        var domain = resource.substring(0, resource.indexOf('/') + 1);
        return node.info().facts().taints().stream().anyMatch(taint -> !taint.effect().equals("PreferNoSchedule")
                && !taint.key().startsWith(domain));
    }

    /** What is free where the pod is not let in. */
    String elsewhere() {
        return more(closed, "cordoned or unready nodes") + more(tainted, "nodes with taints");
    }

    private static String more(long free, String where) {
        return free == 0 ? "" : "; %d more %s free on %s".formatted(free, free == 1 ? "is" : "are", where);
    }
}
