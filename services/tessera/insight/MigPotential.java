package tessera.insight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tessera.mig.FewestGpuPlanner;
import tessera.mig.InstanceCombination;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceAmounts;

/** GPUs and MIG instances that nodes could offer with another MIG layout. One thread. */
public final class MigPotential {

    private static final String WHOLE = "nvidia.com/gpu";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    /** Node pools of GKE are made with a layout and keep it. */

    private final MigProducts products;
    private final GpuNodes nodes = new GpuNodes(AcceleratorCatalog.standard());
    private final long whole;
    private final InstanceCombination instances;
    private final Map<MigProduct, Long> needed = new HashMap<>();

    /** @param requests of one pod */
    public MigPotential(ResourceAmounts requests, MigProducts products) {
        this.products = products;
        whole = requests.get(WHOLE);
        instances = MigRepartitioning.requestedInstances(requests);
    }

    /** Returns whether a node would offer enough of a resource, and of all others of its GPUs, with another layout. */
    public boolean canOffer(NodeFacts node, String resource) {
        return canDivide(node, resource, () -> nodes.read(NodeInfo.of(node, List.of())).map(GpuNode::groups)
                .orElse(List.of()));
    }

    /** Returns the same for a node that was read. */
    boolean canOffer(GpuNode node, String resource) {
        return canDivide(node.info().facts(), resource, node::groups);
    }

    private boolean canDivide(NodeFacts node, String resource, Supplier<List<GpuGroup>> groups) {
        boolean cut = MigProfile.ofResource(resource).isPresent();
        if ((!cut && !resource.equals(WHOLE)) || !node.label(MigLabels.GKE_LAYOUT).isEmpty()
                || node.label("nvidia.com/mig.capable").equals("false")) {
            return false;
        }
        var product = products.findByLabel(node.label(PRODUCT));
        return product.isPresent() && needed.computeIfAbsent(product.get(), this::neededGpus) <= groups.get().stream()
                .mapToLong(GpuGroup::count).reduce(0, ResourceAmounts::saturatedSum);
    }

    /** Returns the number of GPUs of a product that serve the pod; more than any node has if it cannot be divided so. */
    private long neededGpus(MigProduct product) {
        if (instances.instanceCount() == 0) {
            return whole;
        }
        return FewestGpuPlanner.findFewest(product,
                instances) instanceof FewestGpuPlanner.FewestAnswer.FewestLayout(var layouts, var _)
                        ? ResourceAmounts.saturatedSum(whole, layouts.size())
                        : Long.MAX_VALUE;
    }
}
