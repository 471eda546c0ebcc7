package tessera.insight;

import java.util.List;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog.Product;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;

/**
 * An amount of a resource that a node has of one model. Boards that a device plugin and claims both hand out count once.
 *
 * @param allocated how the number that is allocated stands to the truth
 * @param free how the number that is free stands to the truth
 * @param usable the units that nobody holds, those on faulty GPUs aside
 */
public record GpuAmount(Product product, ResourceUse use, EstimateBound allocated, EstimateBound free, long usable) {

    static List<GpuAmount> of(GpuNode node, PodVisibility visibility) {
        boolean all = node.sight(visibility) == PodVisibility.ALL;
        var grouped = node.groups().stream()
                .flatMap(group -> group.uses().stream().map(use -> of(node, group, use, all)));
        var others = node.uses().stream().filter(use -> !node.grouped(use))
                .map(use -> of(node, node.product(), use, all ? EstimateBound.EXACT : EstimateBound.AT_LEAST));
        return Stream.concat(grouped, others).toList();
    }

    private static GpuAmount of(GpuNode node, GpuGroup group, ResourceUse use, boolean all) {
        var product = group.origin().product();
        return all ? of(node, product, use, bound(node, group, use))
                : of(node, product, group.leastUse(use), EstimateBound.AT_LEAST);
    }

    /** Which boards a device plugin gave to its pods nobody tells: they may be those that claims hold, or others. */
    private static EstimateBound bound(GpuNode node, GpuGroup group, ResourceUse use) {
        if (group.form() == GpuGroup.GroupForm.WHOLE) {
            return group.fewestHeld() < group.mostHeld() ? EstimateBound.AT_MOST : EstimateBound.EXACT;
        }
        return node.isDoublyOffered() && node.claimedBoards().holds(use.resource()) ? EstimateBound.AT_LEAST
                : EstimateBound.EXACT;
    }

    private static GpuAmount of(GpuNode node, Product product, ResourceUse use, EstimateBound held) {
        var known = node.faultyGpus().located() ? node.boards().gap().freeBound() : EstimateBound.AT_LEAST;
        var rest = held.opposite().orElse(known);
        return new GpuAmount(product, use, held, rest, node.usableUnits(use));
    }
}
