package tessera.plan.context;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.gpu.FleetPodGpuAllocations;
import tessera.gpu.PodGpuUse;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeDraDevices;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;

/**
 * The complete input of a planner.
 *
 * @param targets names of the nodes that are meant
 * @param nodes   by name, those of them that were found
 * @param details by uid, of pods on these nodes and of pods that wait
 * @param missing why a node that is meant was not found, one a node
 * @param podGap    why details of pods could not be read
 * @param budgetGap why budgets could not be read
 */
public record NodeAndPodPlannerInput(ClusterSnapshot snapshot, AcceleratorCatalog accelerators, List<String> targets,
        Map<String, PlanTargetNode> nodes, Map<String, PodPlanningDetails> details, List<PodDisruptionBudget> budgets,
        List<Problem> missing, Optional<Problem> podGap, Optional<Problem> budgetGap) {

    public NodeAndPodPlannerInput {
        targets = List.copyOf(targets);
        nodes = Map.copyOf(nodes);
        details = Map.copyOf(details);
        budgets = List.copyOf(budgets);
        missing = List.copyOf(missing);
    }

    /** Returns the detail of a pod; empty if it could not be read, or the pod is newer. */
    public Optional<PodPlanningDetails> detailOf(PodSummary pod) {
        return Optional.ofNullable(details.get(pod.uid()));
    }

    /** Returns the ways in which a pod uses accelerators of its node; empty if it uses none. */
    public List<PodGpuUse> gpuUses(PodSummary pod) {
        return PodGpuUse.usesOf(pod,
                snapshot.findNode(pod.node()).map(NodeWithBoundPods::devices).orElse(NodeDraDevices.UNREAD),
                accelerators);
    }

    /** Counts the accelerators, or parts of them, that a pod requests, claims or holds a fraction of. */
    public long countAccelerators(PodSummary pod) {
        return gpuUses(pod).stream().mapToLong(PodGpuUse::units).sum();
    }

    /** Returns whether all accelerators that a pod requests are GPUs. */
    public boolean requestsOnlyGpus(PodSummary pod) {
        return pod.requests().names().stream().flatMap(name -> accelerators.acceleratorOf(name).stream())
                .filter(AcceleratorCatalogEntry::isCompute).allMatch(AcceleratorCatalogEntry::isCalledGpu);
    }

    /** Returns the accelerators that some pods hold, as text in the units of their nodes. */
    public String heldText(Collection<PodSummary> pods) {
        return FleetPodGpuAllocations.allocationText(pods, snapshot, accelerators);
    }

    /** Returns the accelerators that a number of pods request, as text. */
    public String requestText(ResourceAmounts amounts, long pods) {
        return new FleetPodGpuAllocations(List.of(), accelerators).requestText(amounts, pods);
    }

    /** Counts the accelerators, or parts of them, in some resources. */
    public long countAccelerators(ResourceAmounts resources) {
        return accelerators.units(resources);
    }
}
