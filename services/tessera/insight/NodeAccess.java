package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.ResourceAmounts;
import tessera.model.SchedulingConstraints;

/**
 * Nodes large enough for a pod, and what closes each of them: cordon, taint or unhealthy device.
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
            ill |= keeps.filter(blockers -> blockers.cordoned() || blockers.lacksDevices()
                    || blockers.taints().stream().anyMatch(taint -> NodeBlockers.troubleText(taint).isPresent()))
                    .isPresent();
            if (isLargeEnough(node, requests) && !OversizedRequests.takesNoPods(node)
                    && placing.filter(constraints -> !constraints.selectsNode(node)).isEmpty()) {
                open |= keeps.isEmpty();
                keeps.ifPresent(closed::add);
            }
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        return new NodeAccess(placing.filter(constraints -> !constraints.unresolved().volumes()).isPresent(), open,
                closed, ill);
    }

    private static boolean isLargeEnough(NodeFacts node, ResourceAmounts requests) {
        for (var name : requests.names()) {
            if (UnadvertisedDevices.potentialAmount(node, name) < requests.get(name)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether one of the suitable nodes is closed for now only. */
    boolean hasTemporaryBlocker() {
        return closed.stream().anyMatch(NodeBlockers::isTemporary);
    }
}
