package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.text.MessageCatalog;

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
        Map<String, Map<String, String>> namespaces, List<PodVolumeClaim> volumeClaims,
        Optional<PodDeviceClaims> deviceClaims, String deviceClassGap, KubeletSharedDeviceRequestRules shareRules,
        Optional<PodWaitingInQueueStatus> queueStatus, Optional<ClusterAutoscalerPodReport> autoscalerStatus,
        Optional<PodStartupStatus> startup, List<String> warnings, PriorityClasses priorities,
        List<String> unknownFacts) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodPlacementInputs.class);

    /** Returns the inputs of a pod about which nothing was looked at. */
    public static PodPlacementInputs none() {
        return new PodPlacementInputs(Map.of(), Map.of(), List.of(), Optional.empty(),
                MESSAGES.text("unknown.deviceClasses"), KubeletSharedDeviceRequestRules.UNKNOWN, Optional.empty(),
                Optional.empty(), Optional.empty(), List.of(), PriorityClasses.UNKNOWN, List.of());
    }

    public PodPlacementInputs {
        neighbours = Map.copyOf(neighbours);
        namespaces = Map.copyOf(namespaces);
        volumeClaims = List.copyOf(volumeClaims);
        warnings = List.copyOf(warnings);
        unknownFacts = List.copyOf(unknownFacts);
    }

    /** Returns the messages of another scheduler, the condition's in front of those of events. */
    List<String> schedulerMessages(String condition) {
        return Stream.concat(Stream.of(condition), warnings.stream()).filter(text -> !text.isBlank()).toList();
    }

    NeighborPodConstraints neighbourOf(String uid) {
        return neighbours.getOrDefault(uid, NeighborPodConstraints.QUIET);
    }
}
