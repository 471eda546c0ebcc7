package tessera.quota;

import java.util.List;
import tessera.model.NodeInfo;
import tessera.model.Resources;
import tessera.model.Snapshot;

/**
 * How much of a resource the nodes of a cluster have for new pods.
 *
 * @param free     what the scheduler could still hand out, on nodes that are ready and not cordoned
 * @param shares   how many of the free ones are shares of GPUs, by whatever name they go
 * @param all      what all nodes offer, whether it is taken or not
 * @param complete whether every pod is counted: if not, at most so much is free
 */
public record Room(String resource, long free, long shares, long all, boolean complete) {

    /** What the names of renamed shares end with. */
    private static final String RENAMED = ".shared";

    public static Room of(Snapshot snapshot, String resource) {
        return new Room(resource,
                sum(snapshot.nodes().stream().filter(Room::open).map(node -> node.use(resource).free()).toList()),
                sum(snapshot.nodes().stream().filter(node -> open(node) && shared(node, resource))
                        .map(node -> node.use(resource).free()).toList()),
                sum(snapshot.nodes().stream().map(node -> node.facts().allocatable().get(resource)).toList()),
                snapshot.allocationComplete());
    }

    /** Shares that are not renamed go by the name of what they are parts of; feature discovery tells how many there are. */
    private static boolean shared(NodeInfo node, String resource) {
        return resource.endsWith(RENAMED) || node.facts().label(resource + ".replicas").matches("[2-9]|[1-9][0-9]+");
    }

    private static boolean open(NodeInfo node) {
        return node.facts().ready() && !node.facts().unschedulable();
    }

    private static long sum(List<Long> amounts) {
        return amounts.stream().reduce(0L, Resources::saturatedSum);
    }
}
