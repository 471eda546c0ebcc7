package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSchedulingConstraints;

/**
 * Nodes large enough for a pod, and what closes each of them: cordon, taint or unhealthy device.
 *
 * @param exact  whether all that it demands of nodes is known; else some of these are none for it, perhaps
 * @param open   whether nothing keeps it out of one of them
 * @param closed what keeps it out of the others
 * @param ill    whether some node, for it or not, is closed for now
 */
record LargeEnoughNodeBlockers(boolean exact, boolean open, List<PodNodeBlockers> closed, boolean ill) {

    LargeEnoughNodeBlockers {
        closed = List.copyOf(closed);
    }

    static LargeEnoughNodeBlockers of(List<NodeWithBoundPods> nodes, ResourceAmounts requests,
            Optional<PodSchedulingConstraints> placing) {
        var closed = new ArrayList<PodNodeBlockers>();
        boolean open = false;
        boolean ill = false;
        for (var info : nodes) {
            var node = info.nodeSummary();
            var keeps = PodNodeBlockers.of(info, placing.map(PodSchedulingConstraints::tolerations).orElse(List.of()),
                    requests);
            ill |= keeps.filter(blockers -> blockers.cordoned() || blockers.lacksDevices()
                    || blockers.taints().stream().anyMatch(taint -> PodNodeBlockers.troubleText(taint).isPresent()))
                    .isPresent();
            if (isLargeEnough(info, requests) && !OversizedPodRequestExplainer.takesNoPods(node)
                    && placing.filter(constraints -> !constraints.selectsNode(node)).isEmpty()) {
                open |= keeps.isEmpty();
                keeps.ifPresent(closed::add);
            }
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        return new LargeEnoughNodeBlockers(
                placing.filter(constraints -> !constraints.unresolved().volumes()).isPresent(), open,
                closed, ill);
    }

    private static boolean isLargeEnough(NodeWithBoundPods node, ResourceAmounts requests) {
        for (var name : requests.names()) {
            if (UnadvertisedDeviceCalculator.potentialAmount(node, name) < requests.get(name)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether one of the suitable nodes is closed for now only. */
    boolean hasTemporaryBlocker() {
        return closed.stream().anyMatch(PodNodeBlockers::isTemporary);
    }
}
