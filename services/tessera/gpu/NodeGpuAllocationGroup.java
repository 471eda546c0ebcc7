package tessera.gpu;

import java.util.List;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;

/**
 * Physical GPUs of one node that are allocated in the same form.
 *
 * @param form   whether they are handed out whole, as MIG instances, or as shares
 * @param count  how many physical GPUs
 * @param parts  for {@link GpuAllocationKind#SHARED} how many shares each GPU has; 1 otherwise
 * @param fewestHeld on how few GPUs the units that pods hold can lie
 * @param mostHeld   on how many they may lie
 * @param uses   the resources by which they are handed out
 * @param lent   how many of those that are held whole are held for pods that share them, as KAI does
 * @param origin what they are, and how well it is known how many
 */
public record NodeGpuAllocationGroup(GpuAllocationKind form, long count, int parts, long fewestHeld, long mostHeld,
        List<NodeResourceUse> uses, long lent, ProductAndCountBound origin) {

    /**
     * The product of a group's GPUs, the bound of their number, and the DRA driver that publishes them.
     *
     * @param product   what the market calls them
     * @param bound     how their number stands to the truth, if no source but what is advertised tells it
     * @param draDriver the driver by whose ResourceSlices alone they are given; empty where a device plugin offers them
     */
    public record ProductAndCountBound(AcceleratorProduct product, EstimateBoundKind bound, String draDriver) {

        /** Those that a device plugin offers. */
        ProductAndCountBound(AcceleratorProduct product, EstimateBoundKind bound) {
            this(product, bound, "");
        }
    }

    /** The form in which GPUs are allocated. */
    public enum GpuAllocationKind {
        WHOLE,
        MIG,
        SHARED,
        NOT_OFFERED
    }

    public NodeGpuAllocationGroup {
        uses = List.copyOf(uses);
    }

    /** Returns a group whose units may each lie on a GPU of its own. */
    static NodeGpuAllocationGroup of(GpuAllocationKind form, long count, int parts, List<NodeResourceUse> uses,
            ProductAndCountBound origin) {
        long held = uses.stream().mapToLong(NodeResourceUse::allocated).reduce(0, ResourceAmounts::saturatedSum);
        return new NodeGpuAllocationGroup(form, count, parts, Math.ceilDiv(held, parts), held, uses, 0, origin);
    }

    /** Returns the same group, with at least so many GPUs. */
    NodeGpuAllocationGroup withCount(long gpus) {
        return new NodeGpuAllocationGroup(form, gpus, parts, fewestHeld, mostHeld, uses, lent,
                new ProductAndCountBound(origin.product(), EstimateBoundKind.AT_LEAST, origin.draDriver()));
    }

    /** Returns the same group, with its units known to lie on at least so many GPUs. */
    NodeGpuAllocationGroup withFewestHeld(long gpus) {
        return new NodeGpuAllocationGroup(form, count, parts, gpus, mostHeld, uses, lent, origin);
    }

    /** Returns the same group, with its GPUs known to be another product. */
    NodeGpuAllocationGroup withProduct(AcceleratorProduct product) {
        return new NodeGpuAllocationGroup(form, count, parts, fewestHeld, mostHeld, uses, lent,
                new ProductAndCountBound(product, origin.bound(), origin.draDriver()));
    }

    /** Returns the same group, with so many GPUs held whole for pods that share them. */
    NodeGpuAllocationGroup withLent(long gpus) {
        return new NodeGpuAllocationGroup(form, count, parts, fewestHeld, mostHeld, uses, gpus, origin);
    }

    /** Returns the same group, with its units known to lie on so many GPUs. */
    NodeGpuAllocationGroup withHeld(long gpus) {
        return new NodeGpuAllocationGroup(form, count, parts, gpus, gpus, uses, lent, origin);
    }

    /**
     * The same group, more of whose GPUs are held than pods ask its device plugin for.
     *
     * @param surely  so many more at least
     * @param perhaps so many more at most
     * @param pods    that hold any without asking its device plugin
     */
    NodeGpuAllocationGroup alsoHeld(long surely, long perhaps, int pods) {
        var more = uses;
        if (form == GpuAllocationKind.WHOLE) {
            var use = uses.getFirst();
            more = List.of(new NodeResourceUse(use.resource(), use.capacity(), use.allocatable(),
                    Math.min(Math.max(use.allocated(), use.allocatable()), use.allocated() + perhaps),
                    use.pods() + pods));
        }
        return new NodeGpuAllocationGroup(form, count, parts, fewestHeld + surely, mostHeld + perhaps, more, lent,
                origin);
    }

    /** Returns one of its uses with no more allocated than surely is. */
    NodeResourceUse leastUse(NodeResourceUse use) {
        if (form != GpuAllocationKind.WHOLE) {
            return use;
        }
        return new NodeResourceUse(use.resource(), use.capacity(), use.allocatable(), fewestHeld, use.pods());
    }

    /** Returns the bound of the number that is held: units that pods hold may lie on GPUs that nobody counts. */
    EstimateBoundKind allocatedBound() {
        if (origin.bound() == EstimateBoundKind.AT_LEAST && mostHeld > count) {
            return EstimateBoundKind.AT_LEAST;
        }
        return EstimateBoundKind.EXACT;
    }

    /** Returns whether its node offers any of it: pods may still hold what a node has ceased to offer. */
    boolean isOffered() {
        return count > 0 && form != GpuAllocationKind.NOT_OFFERED
                && (uses.isEmpty() || uses.stream().anyMatch(use -> use.capacity() > 0 || use.allocatable() > 0));
    }

    boolean isDivided() {
        return form == GpuAllocationKind.MIG || form == GpuAllocationKind.SHARED;
    }

    /** @param visibility how much of the pods is among what is held */
    GpuStatusCounts tally(PodListCompleteness visibility) {
        if (!isOffered()) {
            return goneTally(visibility);
        }
        return switch (form) {
            case WHOLE -> wholeTally(visibility);
            case MIG -> migTally(visibility);
            case SHARED -> sharedTally(visibility);
            case NOT_OFFERED -> goneTally(visibility);
        };
    }

    /** Tallies GPUs that are not offered: pods may still hold some, and the others cannot be had. */
    private GpuStatusCounts goneTally(PodListCompleteness visibility) {
        long allocated = heldGpus(count, visibility);
        long shared = isDivided() ? allocated : Math.min(allocated, lent);
        return new GpuStatusCounts(allocated - shared, shared, 0, 0, 0, count - allocated, 0, 0, 0);
    }

    private GpuStatusCounts wholeTally(PodListCompleteness visibility) {
        long allocated = heldGpus(reachableGpus(), visibility);
        long unhealthy = Math.min(count - allocated, unhealthyGpus());
        long shared = Math.min(allocated, lent);
        return new GpuStatusCounts(allocated - shared, shared, count - unhealthy - allocated, unhealthy, 0, 0, 0, 0, 0);
    }

    /** Tallies MIG GPUs: which GPU an unhealthy instance is on is unknown, and no GPU counts as free without free instances. */
    private GpuStatusCounts migTally(PodListCompleteness visibility) {
        long allocated = heldGpus(count, visibility);
        long rest = count - allocated;
        long free = unhealthyUnits() == 0 ? rest : Math.min(rest, freeUnits());
        return new GpuStatusCounts(0, allocated, free, rest - free, 0, 0, 0, 0, 0);
    }

    private GpuStatusCounts sharedTally(PodListCompleteness visibility) {
        long allocated = heldGpus(reachableGpus(), visibility);
        long unhealthy = Math.min(count - allocated, unhealthyGpus());
        return new GpuStatusCounts(0, allocated, count - unhealthy - allocated, unhealthy, 0, 0, 0, 0, 0);
    }

    /** Returns the number of GPUs on which held units are taken to lie: on unhealthy ones only where nothing is allocatable for now. */
    long reachableGpus() {
        return uses.stream().allMatch(use -> use.allocatable() == 0) ? count : count - unhealthyGpus();
    }

    /** Returns the number of GPUs that the scheduler may not allocate at all, whether pods hold them or not. */
    long unhealthyGpus() {
        return Math.min(count, unhealthyUnits() / Math.max(1, parts));
    }

    /** Returns the number of divided GPUs with held parts; the fewest possible if not all pods are seen. */
    private long heldGpus(long gpus, PodListCompleteness visibility) {
        return Math.min(gpus, visibility == PodListCompleteness.ALL ? mostHeld : fewestHeld);
    }

    /** Returns the units that the scheduler could still allocate. */
    public long freeUnits() {
        return uses.stream().mapToLong(NodeResourceUse::free).sum();
    }

    long unhealthyUnits() {
        return uses.stream().mapToLong(NodeResourceUse::unhealthy).sum();
    }
}
