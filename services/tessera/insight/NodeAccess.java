package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceAmounts;
import tessera.model.SchedulingConstraints;

/**
 * How the nodes that could take a pod if they were empty and well stand open to it.
 *
 * @param exact  whether all that it demands of nodes is known; else some of these are none for it, perhaps
 * @param open   whether nothing keeps it out of one of them
 * @param closed what keeps it out of the others
 * @param ill    whether some node, for it or not, is closed for now
 */
record NodeAccess(boolean exact, boolean open, List<NodeBlockers> closed, boolean ill) {

    NodeAccess {
        closed = List.copyOf(closed);
    }

    static NodeAccess of(List<NodeInfo> nodes, ResourceAmounts requests, Optional<SchedulingConstraints> placing) {
        var closed = new ArrayList<NodeBlockers>();
        boolean open = false;
        boolean ill = false;
        for (var info : nodes) {
            var node = info.facts();
            var keeps = NodeBlockers.of(node, placing.map(SchedulingConstraints::tolerations).orElse(List.of()),
                    requests);
            ill |= keeps.filter(each -> each.cordoned() || each.latent()
                    || each.taints().stream().anyMatch(taint -> NodeBlockers.trouble(taint).isPresent())).isPresent();
            if (large(node, requests) && !OversizedRequests.crowded(node)
                    && placing.filter(each -> !each.selects(node)).isEmpty()) {
                open |= keeps.isEmpty();
                keeps.ifPresent(closed::add);
            }
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        return new NodeAccess(placing.filter(each -> !each.ties().volumes()).isPresent(), open, closed, ill);
    }

    private static boolean large(NodeFacts node, ResourceAmounts requests) {
        for (var name : requests.names()) {
            if (UnadvertisedDevices.of(node, name) < requests.get(name)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of those that could take it is closed for now only. */
    boolean passing() {
        return closed.stream().anyMatch(NodeBlockers::passing);
    }
}
