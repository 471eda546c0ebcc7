package tessera.doctor;

import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.PodFacts;

/** Pods that are on nodes which are not seen. */
final class PodsOnUnknownNodes {

    private PodsOnUnknownNodes() {}

    /** Those with devices; whether the node is well is not known of them. */
    static Stream<PodFacts> holders(GpuFleet fleet, AcceleratorCatalog accelerators) {
        return fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty()
                && (accelerators.wantedBy(pod) || (pod.holdsResources() && !pod.claims().isEmpty())));
    }
}
