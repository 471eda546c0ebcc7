package tessera.doctor;

import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.PodSummary;

/** The pods on nodes that are not visible. */
final class UnknownNodePodFinder {

    private UnknownNodePodFinder() {}

    /** Returns the pods with devices; whether the node is well is not known of them. */
    static Stream<PodSummary> findHolders(GpuFleet fleet, AcceleratorCatalog accelerators) {
        return fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty()
                && (accelerators.isRequestedBy(pod) || (pod.holdsResources() && !pod.claims().isEmpty())));
    }
}
