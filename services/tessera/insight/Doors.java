package tessera.insight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.Placing;
import tessera.model.Resources;

/**
 * How the nodes that could take a pod if they were empty and well stand open to it.
 *
 * @param exact  whether all that it demands of nodes is known; else some of these are none for it, perhaps
 * @param open   whether nothing keeps it out of one of them
 * @param closed what keeps it out of the others
 * @param ill    whether some node, for it or not, is closed for now
 */
record Doors(boolean exact, boolean open, List<Closed> closed, boolean ill) {

    Doors {
        closed = List.copyOf(closed);
    }

    static Doors of(List<NodeInfo> nodes, Resources requests, Optional<Placing> placing) {
        var closed = new ArrayList<Closed>();
        boolean open = false;
        boolean ill = false;
        for (var info : nodes) {
            var node = info.facts();
            var keeps = Closed.of(node, placing.map(Placing::tolerations).orElse(List.of()), requests);
            ill |= keeps.filter(each -> each.cordoned() || each.latent()
                    || each.taints().stream().anyMatch(taint -> Closed.trouble(taint).isPresent())).isPresent();
            if (large(node, requests) && !Oversize.crowded(node)
                    && placing.filter(each -> !each.selects(node)).isEmpty()) {
                open |= keeps.isEmpty();
                keeps.ifPresent(closed::add);
            }
        }
        // Where the volumes that a pod mounts can be reached is not read for lists.
        return new Doors(placing.filter(each -> !each.ties().volumes()).isPresent(), open, closed, ill);
    }

    private static boolean large(NodeFacts node, Resources requests) {
        for (var name : requests.names()) {
            if (Latent.of(node, name) < requests.get(name)) {
                return false;
            }
        }
        return true;
    }

    /** Whether one of those that could take it is closed for now only. */
    boolean passing() {
        return closed.stream().anyMatch(Closed::passing);
    }
}
