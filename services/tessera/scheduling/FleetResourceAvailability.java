package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.kube.quantity.ResourceAmounts;

/**
 * Availability of a resource for a request on one node.
 *
 * @param largestWhole   the most that a single node offers, shares apart
 * @param sharingNodes nodes that offer as much, but as shares of devices
 * @param largestFree    on a single node that takes pods
 * @param largestFreeShared  whether those are shares
 * @param allocatable     offered by the nodes that take pods
 * @param allocatableShares  how many of these are shares
 * @param freeOnClosed  free on nodes that take none
 * @param freeOnTainted free on nodes whose taints may be what keeps the pod away
 */
record FleetResourceAvailability(long largestWhole, List<String> sharingNodes, long largestFree,
        boolean largestFreeShared, long allocatable, long allocatableShares, long freeOnClosed, long freeOnTainted) {

    FleetResourceAvailability {
        sharingNodes = List.copyOf(sharingNodes);
    }

    /**
     * An amount of a resource that a pod requests on one node.
     *
     * @param taintReported whether the scheduler says that taints keep the pod away from some nodes
     */
    record RequestedResourceAmount(String resource, long requested, boolean taintReported) {}

    /** @param shared whether what a node offers by the name of a resource are shares */
    static FleetResourceAvailability of(List<GpuNode> nodes, RequestedResourceAmount amount,
            BiPredicate<GpuNode, String> shared) {
        var resource = amount.resource();
        var sharing = new ArrayList<String>();
        long whole = 0;
        long tainted = 0;
        long free = 0;
        boolean parted = false;
        long all = 0;
        long shares = 0;
        long closed = 0;
        for (var node : nodes) {
            var use = node.info().useOf(resource);
            boolean cut = shared.test(node, resource);
            if (!cut) {
                whole = Math.max(whole, use.allocatable());
            } else if (use.allocatable() >= amount.requested()) {
                sharing.add(node.name());
            }
            // Several shares may all be of one device: they are no place for who wants several of them.
            if (cut && amount.requested() > 1) {
                continue;
            }
            if (node.isClosed() || node.isLost()) {
                closed = ResourceAmounts.saturatedSum(closed, use.free());
            } else if (amount.taintReported() && hasForeignTaint(node, resource)) {
                tainted = ResourceAmounts.saturatedSum(tainted, use.free());
            } else {
                parted = use.free() > free ? cut : parted;
                free = Math.max(free, use.free());
                all = ResourceAmounts.saturatedSum(all, use.allocatable());
                shares = ResourceAmounts.saturatedSum(shares, cut ? use.allocatable() : 0);
            }
        }
        return new FleetResourceAvailability(whole, sharing, free, parted, all, shares, closed, tainted);
    }

    /** Returns the number of nodes with that much free, if every node that offers the resource has it; 0 otherwise or if unknown. */
    static long countRoomyNodes(GpuFleet fleet, String resource, long wanted) {
        if (!fleet.snapshot().isAllocationComplete() || !fleet.snapshot().hasAllNodes()) {
            return 0;
        }
        var uses = fleet.nodes().stream().map(node -> node.info().useOf(resource)).filter(use -> use.allocatable() > 0)
                .toList();
        return uses.stream().allMatch(use -> use.free() >= wanted) ? uses.size() : 0;
    }

    /** Returns whether a node has taints besides those of the device, which requesting pods usually tolerate. */
    private static boolean hasForeignTaint(GpuNode node, String resource) {
        var domain = resource.substring(0, resource.indexOf('/') + 1);
        return node.info().nodeSummary().taints().stream()
                .anyMatch(taint -> taint.repels() && !taint.key().startsWith(domain));
    }

    /** Returns what is free on nodes closed to the pod. */
    PendingReasonPhrase.FreeElsewhere freeElsewhere() {
        return new PendingReasonPhrase.FreeElsewhere(freeOnClosed, freeOnTainted);
    }
}
