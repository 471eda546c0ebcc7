package tessera.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.scheduling.spec.HostPort;
import tessera.scheduling.spec.PodAffinityTerm;

/**
 * What snapshots do not keep and the placing of a pod depends on.
 *
 * @param neighbours by uid, those pods that take ports of their node or keep others away
 * @param namespaces their labels, by name
 * @param claims     the volumes that the pod mounts
 * @param devices    those that the pod claims; empty where it claims none, or that may not be looked at
 * @param shares     what kubelets make of containers that ask for several shares
 * @param queue      what a queue says of the pod; empty where none does
 * @param scaling    what an autoscaler says of the pod; empty where none does
 * @param start      what its kubelet tells of a pod that has a node; empty where it has none, or that may not be looked at
 * @param warnings   what another scheduler than that of Kubernetes has noted of the pod, the newest first
 * @param priorities the classes there are; read only for a pod that may displace nobody
 * @param unknown    what could not be looked at, a sentence each
 */
public record PlacementInputs(Map<String, Neighbour> neighbours, Map<String, Map<String, String>> namespaces,
        List<VolumeClaim> claims, Optional<DeviceClaims> devices, ShareRules shares, Optional<QueueStatus> queue,
        Optional<AutoscalerStatus> scaling, Optional<PodStartup> start, List<String> warnings,
        PriorityClasses priorities,
        List<String> unknown) {

    public static final PlacementInputs NONE = new PlacementInputs(Map.of(), Map.of(), List.of(), Optional.empty(),
            ShareRules.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty(), List.of(),
            PriorityClasses.UNKNOWN,
            List.of());

    public PlacementInputs {
        neighbours = Map.copyOf(neighbours);
        namespaces = Map.copyOf(namespaces);
        claims = List.copyOf(claims);
        warnings = List.copyOf(warnings);
        unknown = List.copyOf(unknown);
    }

    /**
     * What another pod demands of its neighbours.
     *
     * @param ports    of the node that it has taken
     * @param aversion whom it keeps away
     */
    public record Neighbour(List<HostPort> ports, List<PodAffinityTerm> aversion) {

        static final Neighbour QUIET = new Neighbour(List.of(), List.of());

        public Neighbour {
            ports = List.copyOf(ports);
            aversion = List.copyOf(aversion);
        }
    }

    Neighbour neighbour(String uid) {
        return neighbours.getOrDefault(uid, Neighbour.QUIET);
    }
}
