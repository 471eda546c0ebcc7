package tessera.quota;

import java.util.List;
import tessera.model.NodeInfo;
import tessera.model.Resources;
import tessera.model.Snapshot;

/**
 * How much of a resource the nodes of a cluster have for new pods.
 *
 * @param free     what the scheduler could still hand out, on nodes that are ready and not cordoned
 * @param all      what all nodes offer, whether it is taken or not
 * @param complete whether every pod is counted: if not, at most so much is free
 */
public record Room(String resource, long free, long all, boolean complete) {

    public static Room of(Snapshot snapshot, String resource) {
        return new Room(resource,
                sum(snapshot.nodes().stream().filter(Room::open).map(node -> node.use(resource).free()).toList()),
                sum(snapshot.nodes().stream().map(node -> node.facts().allocatable().get(resource)).toList()),
                snapshot.allocationComplete());
    }

    private static boolean open(NodeInfo node) {
        return node.facts().ready() && !node.facts().unschedulable();
    }

    private static long sum(List<Long> amounts) {
        return amounts.stream().reduce(0L, Resources::saturatedSum);
    }
}
