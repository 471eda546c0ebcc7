package tessera.plan.sharing;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PodPlanningDetails;

/**
 * The complete input of a sharing planner.
 *
 * @param now     by this machine's clock
 * @param nodes   those that are to be labelled and were found, by name
 * @param pods    on each node that takes something else, by its name; those that wait by an empty one
 * @param missing why a node that is meant was not found, one a node
 * @param podGap  why details of pods could not be read
 */
record GpuSharingPlannerInput(ClusterSnapshot snapshot, AcceleratorCatalog accelerators,
        DevicePluginSharingConfiguration setup, Instant now, Map<String, PlanTargetNode> nodes,
        Map<String, List<PodPlanningDetails>> pods, List<Problem> missing, Optional<Problem> podGap) {

    GpuSharingPlannerInput {
        nodes = Map.copyOf(nodes);
        pods = Map.copyOf(pods);
        missing = List.copyOf(missing);
    }

    List<PodPlanningDetails> podsOn(String node) {
        return pods.getOrDefault(node, List.of());
    }

    /** Returns the detail of a pod; empty if it could not be read, or the pod is newer. */
    Optional<PodPlanningDetails> detailOf(PodSummary pod) {
        return podsOn(pod.node()).stream().filter(detail -> detail.uid().equals(pod.uid())).findFirst();
    }
}
