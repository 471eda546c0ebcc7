package tessera.gpu;

import java.util.List;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.gpu.NodeGpuAllocationGroup.ProductAndCountBound;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;

/**
 * An amount of a resource, or of a DRA driver's devices, that a node has of one model. Boards that a device plugin and claims both hand out count once.
 *
 * @param allocated how the number that is allocated stands to the truth
 * @param free how the number that is free stands to the truth
 * @param draDriver the driver of the ResourceSlices by which alone it is given; empty for what a device plugin offers
 * @param usable the units that nobody holds, those on faulty GPUs aside
 */
public record NodeGpuModelUsage(AcceleratorProduct product, NodeResourceUse use, EstimateBoundKind allocated,
        EstimateBoundKind free, String draDriver, long usable) {

    private static final String INSTANCE = "mig-";

    /**
     * Returns how much of each resource a node has, by model: boards that a device plugin and claims both hand out count once.
     *
     * @param visibility how much of the pods is seen
     */
    public static List<NodeGpuModelUsage> of(GpuNode node, PodListCompleteness visibility) {
        boolean all = node.sight(visibility) == PodListCompleteness.ALL;
        var grouped = node.groups().stream().flatMap(group -> modelUsages(group, node, all));
        var others = node.uses().stream().filter(use -> !node.grouped(use))
                .map(use -> of(node, new ProductAndCountBound(node.product(), EstimateBoundKind.EXACT), use,
                        all ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST));
        return Stream.concat(grouped, others).toList();
    }

    private static Stream<NodeGpuModelUsage> modelUsages(NodeGpuAllocationGroup group, GpuNode node, boolean all) {
        return group.uses().stream().map(use -> of(node, group, use, all));
    }

    private static NodeGpuModelUsage of(GpuNode node, NodeGpuAllocationGroup group, NodeResourceUse use, boolean all) {
        var origin = group.origin();
        if (all) {
            return of(node, origin, use, bound(node, group, use));
        }
        return of(node, origin, group.leastUse(use), EstimateBoundKind.AT_LEAST);
    }

    /** Which boards a device plugin gave to its pods nobody tells: they may be those that claims hold, or others. */
    private static EstimateBoundKind bound(GpuNode node, NodeGpuAllocationGroup group, NodeResourceUse use) {
        if (group.form() == NodeGpuAllocationGroup.GpuAllocationKind.WHOLE) {
            return group.fewestHeld() < group.mostHeld() ? EstimateBoundKind.AT_MOST : EstimateBoundKind.EXACT;
        }
        if (node.isDoublyOffered() && node.claimedBoards().holds(use.resource())) {
            return EstimateBoundKind.AT_LEAST;
        }
        return EstimateBoundKind.EXACT;
    }

    private static NodeGpuModelUsage of(GpuNode node, ProductAndCountBound origin, NodeResourceUse use,
            EstimateBoundKind boundKind) {
        var known = node.faultyGpus().located() ? node.inventory().missingSlices().freeBound()
                : EstimateBoundKind.AT_LEAST;
        var rest = boundKind.opposite().plus(known);
        return new NodeGpuModelUsage(origin.product(), use, boundKind, rest, origin.draDriver(), node.usableUnits(use));
    }

    /** Returns the resource that the node advertises, or the DRA driver with the MIG profile of its instances. */
    public String sourceText() {
        if (draDriver.isEmpty()) {
            return use.resource();
        }
        var part = AcceleratorCatalog.shortName(use.resource());
        return "%s%s (DRA)".formatted(draDriver, part.startsWith(INSTANCE) ? " " + part : "");
    }
}
