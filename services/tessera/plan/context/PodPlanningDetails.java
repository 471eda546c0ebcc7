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
 * @param orphaned   whether the DaemonSet that it names as its controller does not exist
 */
public record PodPlanningDetails(String namespace, String name, String uid, Map<String, String> nodeSelector,
        List<Toleration> tolerations, List<String> emptyDirs, boolean fromFile, boolean orphaned) {

    public PodPlanningDetails {
        nodeSelector = Map.copyOf(nodeSelector);
        tolerations = List.copyOf(tolerations);
        emptyDirs = List.copyOf(emptyDirs);
    }

    /** The details of a pod whose controller exists, or is no DaemonSet. */
    public PodPlanningDetails(String namespace, String name, String uid, Map<String, String> nodeSelector,
            List<Toleration> tolerations, List<String> emptyDirs, boolean fromFile) {
        this(namespace, name, uid, nodeSelector, tolerations, emptyDirs, fromFile, false);
    }

    /** Returns the same details of a pod whose DaemonSet does not exist. */
    public PodPlanningDetails asOrphan() {
        return new PodPlanningDetails(namespace, name, uid, nodeSelector, tolerations, emptyDirs, fromFile, true);
    }
}
