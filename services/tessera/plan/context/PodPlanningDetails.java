package tessera.plan.context;

import java.util.List;
import java.util.Map;
import tessera.kube.scheduling.Toleration;

/**
 * The parts of a pod that a snapshot does not contain.
 *
 * @param nodeSelector labels its node must have
 * @param emptyDirs  names of the volumes that go with it
 * @param fromFile   whether the kubelet runs it from a file, and the API only mirrors it
 */
public record PodPlanningDetails(String namespace, String name, String uid, Map<String, String> nodeSelector,
        List<Toleration> tolerations, List<String> emptyDirs, boolean fromFile) {

    public PodPlanningDetails {
        nodeSelector = Map.copyOf(nodeSelector);
        tolerations = List.copyOf(tolerations);
        emptyDirs = List.copyOf(emptyDirs);
    }
}
