package tessera.gpu;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.quantity.ResourceAmounts;
import tessera.mig.MigFewestGpuPlanner;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
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
        return excludingStrategy(node.nodeSummary(), resource).isEmpty() && canDivide(node, resource);
    }

    /** Returns the MIG strategy with which a node never advertises MIG instances that its GPUs could serve; empty for none. */
    public Optional<String> blockingStrategy(NodeWithBoundPods node, String resource) {
        return excludingStrategy(node.nodeSummary(), resource)
                .filter(_ -> isInstance(resource) && canDivide(node, resource));
    }

    /** Returns the strategy of a node that advertises no such resource whatever the layout; empty for none. */
    private static Optional<String> excludingStrategy(NodeSummary node, String resource) {
        var strategy = MigNodeLabels.strategyOf(node);
        boolean excluded = isInstance(resource)
                ? !strategy.isEmpty() && !strategy.equals(MigNodeLabels.MIXED) && !advertisesInstances(node)
                : strategy.equals(MigNodeLabels.NO_STRATEGY);
        return Optional.of(strategy).filter(_ -> excluded);
    }

    private static boolean advertisesInstances(NodeSummary node) {
        return node.allocatable().names().stream()
                .anyMatch(name -> isInstance(name) && node.allocatable().get(name) > 0);
    }

    private static boolean isInstance(String resource) {
        return MigProfile.ofResource(resource).isPresent();
    }

    private boolean canDivide(NodeWithBoundPods info, String resource) {
        var node = info.nodeSummary();
        if ((!isInstance(resource) && !resource.equals(WHOLE)) || !node.label(MigNodeLabels.GKE_LAYOUT).isEmpty()
                || node.label(MigNodeLabels.CAPABLE).equals("false")
                || ResourceClaimOnlyNodeDetector.usesClaims(info)) {
            return false;
        }
        var product = products.findByLabel(node.label(PRODUCT));
        return product.isPresent() && needed.computeIfAbsent(product.get(), this::neededGpus) <= groupsOf(node)
                .mapToLong(NodeGpuAllocationGroup::count).reduce(0, ResourceAmounts::saturatedSum);
    }

    private Stream<NodeGpuAllocationGroup> groupsOf(NodeSummary node) {
        return nodes.read(NodeWithBoundPods.of(node, List.of())).stream().flatMap(each -> each.groups().stream());
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
