package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodPreemption;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The placement constraints of another pod that affect its neighbours.
 *
 * @param ports    of the node that it has taken
 * @param antiAffinity whom it keeps away
 * @param volumeClaims names of those that it mounts, without those that are made for it
 * @param preempted whether the scheduler evicts it
 */
public record NeighborPodConstraints(List<ContainerHostPort> ports, List<PodAffinityTerm> antiAffinity,
        List<String> volumeClaims, boolean preempted) {

    static final NeighborPodConstraints QUIET = new NeighborPodConstraints(List.of(), List.of(), List.of(), false);

    public NeighborPodConstraints {
        ports = List.copyOf(ports);
        antiAffinity = List.copyOf(antiAffinity);
        volumeClaims = List.copyOf(volumeClaims);
    }

    static NeighborPodConstraints of(JsonNode pod) {
        return new NeighborPodConstraints(ContainerHostPort.readPorts(pod.path("spec")),
                PodSchedulingSpec.antiAffinityOf(pod), VolumeClaimMount.readSharedClaims(pod),
                PodPreemption.isPreempted(pod));
    }
}
