package tessera.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.gpu.NodeGpuReader;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;
import tessera.text.TextExcerpt;

/**
 * The capacity that the nodes of a cluster have for new pods that request a resource.
 *
 * @param free     what the scheduler could still hand out, on nodes that are ready and not cordoned
 * @param shares   how many of the free ones are shares of GPUs, by whatever name they go
 * @param all      what all nodes offer, whether it is taken or not
 * @param tainted     what would be free as well for pods that tolerate more than such pods usually do
 * @param complete whether every pod is counted: if not, at most so much is free
 */
public record NewPodResourceCapacity(String resource, long free, long shares, long all, long tainted,
        boolean complete) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NewPodResourceCapacity.class);
    /** What the names of renamed shares end with. */
    private static final String RENAMED = ".shared";
    /** By which nodes are usually kept for pods that want GPUs, whatever their maker calls the parts of one. */
    private static final String GPUS = "/gpu";

    /** Returns the capacity for pods that tolerate every taint. */
    public static NewPodResourceCapacity roomIgnoringTaints(ClusterSnapshot clusterSnapshot, String resource) {
        return measureRoom(clusterSnapshot, resource, _ -> true);
    }

    /**
     * Returns the capacity for pods with the tolerations usual for devices; empty where nodes do not tell it: where not all can
     * be seen, of what a class of devices has beside plugins, and of parts of GPUs that only a scheduler counts.
     */
    public static Optional<NewPodResourceCapacity> defaultRoom(ClusterSnapshot clusterSnapshot, String resource,
            AcceleratorCatalog accelerators) {
        if (clusterSnapshot.hasAllNodes() && clusterSnapshot.devices().classForResource(resource).isEmpty()) {
            return Optional.of(measureRoom(clusterSnapshot, resource, defaultTolerations(resource)))
                    .filter(capacity -> capacity.all() > 0 || accelerators.acceleratorOf(resource)
                            .filter(AcceleratorCatalogEntry::isCompute).isPresent());
        }
        return Optional.empty();
    }

    /** Returns the capacity of the nodes of a Kueue flavor; empty where these are not known. */
    static Optional<NewPodResourceCapacity> flavorRoom(ClusterSnapshot clusterSnapshot, String resource,
            Optional<KueueResourceFlavor> flavor) {
        return flavor.filter(_ -> clusterSnapshot.hasAllNodes())
                .map(kind -> roomForKind(kind, clusterSnapshot, resource));
    }

    private static NewPodResourceCapacity roomForKind(KueueResourceFlavor kind, ClusterSnapshot clusterSnapshot,
            String resource) {
        return new CapacityTotal(
                clusterSnapshot.nodes().stream().filter(node -> kind.selects(node.nodeSummary())).toList(), resource,
                defaultTolerations(resource).or(kind::tolerates))
                .toResourceRoom(clusterSnapshot.isAllocationComplete());
    }

    /** Returns the text about more free capacity on tainted nodes; empty where there is none. */
    public String taintedText() {
        return tainted == 0 ? "" : MESSAGES.text("tainted", tainted);
    }

    private static NewPodResourceCapacity measureRoom(ClusterSnapshot clusterSnapshot, String resource,
            Predicate<Taint> tolerated) {
        return new CapacityTotal(clusterSnapshot.nodes(), resource, tolerated)
                .toResourceRoom(clusterSnapshot.isAllocationComplete());
    }

    /** Returns the taints that admission and operators make pods tolerate: the resource's own and the one for GPUs. */
    private static Predicate<Taint> defaultTolerations(String resource) {
        var gpus = TextExcerpt.beforeFirst(resource, "/") + GPUS;
        return taint -> taint.key().equals(resource) || taint.key().equals(gpus);
    }

    /** The sum of a resource over some nodes, for pods with given tolerations. */
    private record CapacityTotal(List<NodeWithBoundPods> nodes, String resource, Predicate<Taint> tolerated) {

        NewPodResourceCapacity toResourceRoom(boolean complete) {
            long open = freeOn(node -> isSchedulable(node.nodeSummary()));
            long free = freeOn(node -> acceptsPods(node.nodeSummary()));
            return new NewPodResourceCapacity(resource, free,
                    freeOn(node -> acceptsPods(node.nodeSummary()) && isShared(node)),
                    sumOver(node -> node.nodeSummary().allocatable().get(resource)), open - free, complete);
        }

        private boolean acceptsPods(NodeSummary node) {
            return isSchedulable(node) && node.taints().stream().filter(Taint::repels).allMatch(tolerated);
        }

        /** Returns whether a node shares its devices: shares that are not renamed use the name of whole devices. */
        private boolean isShared(NodeWithBoundPods node) {
            return resource.endsWith(RENAMED)
                    || node.nodeSummary().label(resource + ".replicas").matches("[2-9]|[1-9][0-9]+")
                    || NodeGpuReader.hasSharedCards(node, resource);
        }

        private static boolean isSchedulable(NodeSummary node) {
            return node.isReady() && !node.unschedulable();
        }

        private long freeOn(Predicate<NodeWithBoundPods> place) {
            return sumOver(node -> place.test(node) ? node.useOf(resource).free() : 0);
        }

        private long sumOver(ToLongFunction<NodeWithBoundPods> amount) {
            return nodes.stream().map(amount::applyAsLong).reduce(0L, ResourceAmounts::saturatedSum);
        }
    }
}
