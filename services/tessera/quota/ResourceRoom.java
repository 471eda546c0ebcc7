package tessera.quota;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;
import tessera.model.Taint;

/**
 * How much of a resource the nodes of a cluster have for new pods.
 *
 * @param free     what the scheduler could still hand out, on nodes that are ready and not cordoned
 * @param shares   how many of the free ones are shares of GPUs, by whatever name they go
 * @param all      what all nodes offer, whether it is taken or not
 * @param kept     what would be free as well for pods that tolerate more than such pods usually do
 * @param complete whether every pod is counted: if not, at most so much is free
 */
public record ResourceRoom(String resource, long free, long shares, long all, long kept, boolean complete) {

    /** What the names of renamed shares end with. */
    private static final String RENAMED = ".shared";
    /** By which nodes are usually kept for pods that want GPUs, whatever their maker calls the parts of one. */
    private static final String GPUS = "/gpu";

    /** What there is for pods that tolerate every taint. */
    public static ResourceRoom of(Snapshot snapshot, String resource) {
        return of(snapshot, resource, _ -> true);
    }

    /** What there is for pods that tolerate what pods with devices usually do; empty where not all nodes are seen. */
    public static Optional<ResourceRoom> usual(Snapshot snapshot, String resource) {
        return snapshot.nodesSeen() ? Optional.of(of(snapshot, resource, usual(resource))) : Optional.empty();
    }

    /** The same of the nodes of a flavor; empty where these are not known. */
    static Optional<ResourceRoom> of(Snapshot snapshot, String resource, Optional<KueueFlavor> flavor) {
        return flavor.filter(_ -> snapshot.nodesSeen()).map(kind -> new RoomSum(
                snapshot.nodes().stream().filter(node -> kind.selects(node.facts())).toList(), resource,
                usual(resource).or(kind::tolerates))
                .room(snapshot.allocationComplete()));
    }

    /** That more is free on nodes that keep most pods away; empty where nothing is. */
    public String keptWords() {
        return kept == 0 ? "" : "%d more free on nodes with taints that pods seldom tolerate".formatted(kept);
    }

    private static ResourceRoom of(Snapshot snapshot, String resource, Predicate<Taint> tolerated) {
        return new RoomSum(snapshot.nodes(), resource, tolerated).room(snapshot.allocationComplete());
    }

    /** Admission adds the toleration of the resource that is asked for; operators tell users to add that of GPUs. */
    private static Predicate<Taint> usual(String resource) {
        int slash = resource.indexOf('/');
        var gpus = (slash < 0 ? resource : resource.substring(0, slash)) + GPUS;
        return taint -> taint.key().equals(resource) || taint.key().equals(gpus);
    }

    /** What some nodes have for some pods. */
    private record RoomSum(List<NodeInfo> nodes, String resource, Predicate<Taint> tolerated) {

        ResourceRoom room(boolean complete) {
            long open = sum(node -> open(node.facts()) ? node.use(resource).free() : 0);
            long free = sum(node -> takes(node.facts()) ? node.use(resource).free() : 0);
            return new ResourceRoom(resource, free,
                    sum(node -> takes(node.facts()) && shared(node) ? node.use(resource).free() : 0),
                    sum(node -> node.facts().allocatable().get(resource)), open - free, complete);
        }

        private boolean takes(NodeFacts node) {
            return open(node) && node.taints().stream().filter(RoomSum::closes).allMatch(tolerated);
        }

        private static boolean closes(Taint taint) {
            return !taint.effect().equals("PreferNoSchedule");
        }

        /** Shares that are not renamed go by the name of what they are parts of; feature discovery tells how many. */
        private boolean shared(NodeInfo node) {
            return resource.endsWith(RENAMED)
                    || node.facts().label(resource + ".replicas").matches("[2-9]|[1-9][0-9]+");
        }

        private static boolean open(NodeFacts node) {
            return node.ready() && !node.unschedulable();
        }

        private long sum(ToLongFunction<NodeInfo> amount) {
            return nodes.stream().map(amount::applyAsLong).reduce(0L, ResourceAmounts::saturatedSum);
        }
    }
}
