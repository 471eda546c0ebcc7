package tessera.plan.context;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuAllocations;
import tessera.insight.GpuNodes;
import tessera.insight.GpuUse;
import tessera.model.NodeDevices;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;

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
public record PlanSurvey(Snapshot snapshot, AcceleratorCatalog accelerators, List<String> targets,
        Map<String, NodeObject> nodes, Map<String, PodDetail> details, List<BudgetStatus> budgets,
        List<Problem> missing,
        Optional<Problem> podGap,
        Optional<Problem> budgetGap) {

    public PlanSurvey {
        targets = List.copyOf(targets);
        nodes = Map.copyOf(nodes);
        details = Map.copyOf(details);
        budgets = List.copyOf(budgets);
        missing = List.copyOf(missing);
    }

    /** Returns the detail of a pod; empty if it could not be read, or the pod is newer. */
    public Optional<PodDetail> detailOf(PodFacts pod) {
        return Optional.ofNullable(details.get(pod.uid()));
    }

    /** Returns the ways in which a pod uses accelerators of its node; empty if it uses none. */
    public List<GpuUse> gpuUses(PodFacts pod) {
        return GpuUse.usesOf(pod, snapshot.findNode(pod.node()).map(NodeInfo::devices).orElse(NodeDevices.NONE),
                accelerators);
    }

    /** Counts the accelerators, or parts of them, that a pod requests, claims or holds a fraction of. */
    public long countAccelerators(PodFacts pod) {
        return gpuUses(pod).stream().mapToLong(GpuUse::units).sum();
    }

    /** Returns the accelerators that some pods hold, as text in the units of their nodes. */
    public String heldText(Collection<PodFacts> pods) {
        var read = new GpuNodes(accelerators);
        return new GpuAllocations(
                pods.stream().map(PodFacts::node).distinct().flatMap(node -> snapshot.findNode(node).stream())
                        .flatMap(node -> read.read(node).stream()).toList(),
                accelerators).allocationText(pods);
    }

    /** Returns the accelerators that a number of pods request, as text. */
    public String requestText(ResourceAmounts amounts, long pods) {
        return new GpuAllocations(List.of(), accelerators).requestText(amounts, pods);
    }

    /** Counts the accelerators, or parts of them, in some resources. */
    public long countAccelerators(ResourceAmounts resources) {
        return accelerators.units(resources);
    }
}
