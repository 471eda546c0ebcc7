package tessera.doctor;

import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.PodSummary;

/** The pods on nodes that are not visible. */
final class PodsOnUnknownNodes {

    private PodsOnUnknownNodes() {}

    /** Returns the pods with devices; whether the node is well is not known of them. */
    static Stream<PodSummary> findHolders(GpuFleet fleet, AcceleratorCatalog accelerators) {
        return fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty()
                && (accelerators.isRequestedBy(pod) || (pod.holdsResources() && !pod.claims().isEmpty())));
    }
}
