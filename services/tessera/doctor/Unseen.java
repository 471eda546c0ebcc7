package tessera.doctor;

import java.util.stream.Stream;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.PodFacts;

/** Pods that are on nodes which are not seen. */
final class Unseen {

    private Unseen() {}

    /** Those with devices; whether the node is well is not known of them. */
    static Stream<PodFacts> holders(Fleet fleet, Accelerators accelerators) {
        return fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty()
                && (accelerators.wantedBy(pod) || (pod.holdsResources() && !pod.claims().isEmpty())));
    }
}
