package tessera.gpu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigFewestGpuPlanner;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.MigNodeLabels;
import tessera.model.NodeWithBoundPods;

/** GPUs and MIG instances that nodes could offer with another MIG layout. One thread. */
public final class PotentialMigCapacityCheck {

    private static final String WHOLE = "nvidia.com/gpu";
    private static final String PRODUCT = "nvidia.com/gpu.product";

    private final MigProductCatalog products;
    private final NodeGpuReader nodes = new NodeGpuReader(AcceleratorCatalog.standard());
    private final long wholeGpus;
    private final MigInstanceCombination instances;
    private final Map<MigProduct, Long> needed = new HashMap<>();

    /** @param requests of one pod */
    public PotentialMigCapacityCheck(ResourceAmounts requests, MigProductCatalog products) {
        this.products = products;
        wholeGpus = requests.get(WHOLE);
        instances = MigRepartitionFinder.requestedInstances(requests);
    }

    /** Returns whether a node would offer enough of a resource, and of all others of its GPUs, with another layout. */
    public boolean canOffer(NodeWithBoundPods node, String resource) {
        return canDivide(node, resource, () -> nodes.read(NodeWithBoundPods.of(node.nodeSummary(), List.of()))
                .map(GpuNode::groups).orElse(List.of()));
    }

    /** Returns the same for a node that was read. */
    public boolean canOffer(GpuNode node, String resource) {
        return canDivide(node.info(), resource, node::groups);
    }

    private boolean canDivide(NodeWithBoundPods info, String resource, Supplier<List<NodeGpuAllocationGroup>> groups) {
        var node = info.nodeSummary();
        boolean cut = MigProfile.ofResource(resource).isPresent();
        if ((!cut && !resource.equals(WHOLE)) || !node.label(MigNodeLabels.GKE_LAYOUT).isEmpty()
                || node.label("nvidia.com/mig.capable").equals("false")
                || ResourceClaimOnlyNodeDetector.usesClaims(info)) {
            return false;
        }
        var product = products.findByLabel(node.label(PRODUCT));
        return product.isPresent() && needed.computeIfAbsent(product.get(), this::neededGpus) <= groups.get().stream()
                .mapToLong(NodeGpuAllocationGroup::count).reduce(0, ResourceAmounts::saturatedSum);
    }

    /** Returns the number of GPUs of a product that serve the pod; more than any node has if it cannot be divided so. */
    private long neededGpus(MigProduct product) {
        if (instances.instanceCount() == 0) {
            return wholeGpus;
        }
        if (MigFewestGpuPlanner.findFewest(product,
                instances) instanceof MigFewestGpuPlanner.FewestGpuResult.FewestGpuLayout(var layouts, var _)) {
            return ResourceAmounts.saturatedSum(wholeGpus, layouts.size());
        }
        return Long.MAX_VALUE;
    }
}
