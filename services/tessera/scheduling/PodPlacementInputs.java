package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.kube.scheduling.ContainerHostPort;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.PodPreemption;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The inputs of a placement that snapshots do not hold.
 *
 * @param neighbours by uid, those pods of which more matters to the placement than snapshots hold
 * @param namespaces their labels, by name
 * @param volumeClaims     the volumes that the pod mounts
 * @param deviceClaims    those that the pod claims; empty where it claims none, or that may not be looked at
 * @param deviceClassGap why it is not known which extended resources a class of devices serves; empty where that is known
 * @param shareRules     what kubelets make of containers that ask for several shares
 * @param queueStatus      what a queue says of the pod; empty where none does
 * @param autoscalerStatus    what an autoscaler says of the pod; empty where none does
 * @param startup      what its kubelet tells of a pod that has a node; empty where it has none, or that may not be looked at
 * @param warnings   what another scheduler than that of Kubernetes has noted of the pod, the newest first
 * @param priorities the classes there are; read only for a pod that may displace nobody
 * @param unknownFacts    what could not be looked at, a sentence each
 */
public record PodPlacementInputs(Map<String, NeighborPodConstraints> neighbours,
        Map<String, Map<String, String>> namespaces,
        List<PodVolumeClaim> volumeClaims, Optional<PodDeviceClaims> deviceClaims, String deviceClassGap,
        KubeletSharedDeviceRequestRules shareRules,
        Optional<PodWaitingInQueueStatus> queueStatus,
        Optional<ClusterAutoscalerPodReport> autoscalerStatus, Optional<PodStartupStatus> startup,
        List<String> warnings,
        PriorityClasses priorities,
        List<String> unknownFacts) {

    public static final PodPlacementInputs NONE = new PodPlacementInputs(Map.of(), Map.of(), List.of(),
            Optional.empty(), "device classes were not read",
            KubeletSharedDeviceRequestRules.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
            PriorityClasses.UNKNOWN,
            List.of());

    public PodPlacementInputs {
        neighbours = Map.copyOf(neighbours);
        namespaces = Map.copyOf(namespaces);
        volumeClaims = List.copyOf(volumeClaims);
        warnings = List.copyOf(warnings);
        unknownFacts = List.copyOf(unknownFacts);
    }

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

        static final NeighborPodConstraints QUIET = new NeighborPodConstraints(List.of(), List.of(), List.of(),
                false);

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

    /** Returns the messages of another scheduler, the condition's in front of those of events. */
    List<String> schedulerMessages(String condition) {
        return Stream.concat(Stream.of(condition), warnings.stream()).filter(text -> !text.isBlank()).toList();
    }

    NeighborPodConstraints neighbourOf(String uid) {
        return neighbours.getOrDefault(uid, NeighborPodConstraints.QUIET);
    }
}
