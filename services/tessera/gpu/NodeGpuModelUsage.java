package tessera.gpu;

import java.util.List;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;

/**
 * An amount of a resource that a node has of one model. Boards that a device plugin and claims both hand out count once.
 *
 * @param allocated how the number that is allocated stands to the truth
 * @param free how the number that is free stands to the truth
 * @param usable the units that nobody holds, those on faulty GPUs aside
 */
public record NodeGpuModelUsage(AcceleratorProduct product, NodeResourceUse use, EstimateBoundKind allocated,
        EstimateBoundKind free,
        long usable) {

    /**
     * Returns how much of each resource a node has, by model: boards that a device plugin and claims both hand out count once.
     *
     * @param visibility how much of the pods is seen
     */
    public static List<NodeGpuModelUsage> of(GpuNode node, PodListCompleteness visibility) {
        boolean all = node.sight(visibility) == PodListCompleteness.ALL;
        var grouped = node.groups().stream()
                .flatMap(group -> modelUsages(group, node, all));
        var others = node.uses().stream().filter(use -> !node.grouped(use))
                .map(use -> of(node, node.product(), use, all ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST));
        return Stream.concat(grouped, others).toList();
    }

    private static Stream<NodeGpuModelUsage> modelUsages(NodeGpuAllocationGroup group, GpuNode node, boolean all) {
        return group.uses().stream().map(use -> of(node, group, use, all));
    }

    private static NodeGpuModelUsage of(GpuNode node, NodeGpuAllocationGroup group, NodeResourceUse use, boolean all) {
        var product = group.origin().product();
        if (all) {
            return of(node, product, use, bound(node, group, use));
        }
        return of(node, product, group.leastUse(use), EstimateBoundKind.AT_LEAST);
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

    private static NodeGpuModelUsage of(GpuNode node, AcceleratorProduct product, NodeResourceUse use,
            EstimateBoundKind boundKind) {
        var known = node.faultyGpus().located() ? node.inventory().missingSlices().freeBound()
                : EstimateBoundKind.AT_LEAST;
        var rest = boundKind.opposite().plus(known);
        return new NodeGpuModelUsage(product, use, boundKind, rest, node.usableUnits(use));
    }
}
