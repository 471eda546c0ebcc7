package tessera.insight;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tessera.mig.FewestGpus;
import tessera.mig.InstanceCombination;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.model.MigLabels;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceAmounts;

/** NVIDIA GPUs and MIG instances that nodes could offer if their GPUs were cut into another MIG layout. One thread. */
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
        instances = MigRepartitioning.wanted(requests);
    }

    /** Whether a node would offer enough of a resource, and of all others that its GPUs are handed out as, with another layout. */
    public boolean gives(NodeFacts node, String resource) {
        return cuts(node, resource, () -> nodes.read(NodeInfo.of(node, List.of())).map(GpuNode::groups)
                .orElse(List.of()));
    }

    /** The same of a node that was read. */
    boolean gives(GpuNode node, String resource) {
        return cuts(node.info().facts(), resource, node::groups);
    }

    private boolean cuts(NodeFacts node, String resource, Supplier<List<GpuGroup>> groups) {
        boolean cut = MigProfile.ofResource(resource).isPresent();
        if ((!cut && !resource.equals(WHOLE)) || !node.label(MigLabels.GKE_LAYOUT).isEmpty()
                || node.label("nvidia.com/mig.capable").equals("false")) {
            return false;
        }
        var product = products.byLabel(node.label(PRODUCT));
        return product.isPresent() && needed.computeIfAbsent(product.get(), this::gpus) <= groups.get().stream()
                .mapToLong(GpuGroup::count).reduce(0, ResourceAmounts::saturatedSum);
    }

    /** How many GPUs of a product serve the pod; more than any node has where it cannot be cut so. */
    private long gpus(MigProduct product) {
        if (instances.size() == 0) {
            return whole;
        }
        return FewestGpus.serve(product, instances) instanceof FewestGpus.FewestAnswer.FewestLayout(var layouts, var _)
                ? ResourceAmounts.saturatedSum(whole, layouts.size())
                : Long.MAX_VALUE;
    }
}
