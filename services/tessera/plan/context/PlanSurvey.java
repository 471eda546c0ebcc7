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
 * All that a planner knows.
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

    /** Empty when it could not be read, or came since. */
    public Optional<PodDetail> detail(PodFacts pod) {
        return Optional.ofNullable(details.get(pod.uid()));
    }

    /** Returns how a pod uses accelerators of its node; empty where it uses none. */
    public List<GpuUse> gpuUses(PodFacts pod) {
        return GpuUse.of(pod, snapshot.node(pod.node()).map(NodeInfo::devices).orElse(NodeDevices.NONE), accelerators);
    }

    /** Counts the accelerators, or parts of them, that a pod requests, claims or holds a fraction of. */
    public long accelerators(PodFacts pod) {
        return gpuUses(pod).stream().mapToLong(GpuUse::units).sum();
    }

    /** What some pods hold of accelerators, as it is handed out where they are, in words. */
    public String held(Collection<PodFacts> pods) {
        var read = new GpuNodes(accelerators);
        return new GpuAllocations(
                pods.stream().map(PodFacts::node).distinct().flatMap(node -> snapshot.node(node).stream())
                        .flatMap(node -> read.read(node).stream()).toList(),
                accelerators).words(pods);
    }

    /** What is asked of accelerators by so many pods that each want some resources, in words. */
    public String asked(ResourceAmounts each, long pods) {
        return new GpuAllocations(List.of(), accelerators).asked(each, pods);
    }

    /** How many accelerators, or parts of them, some resources are. */
    public long accelerators(ResourceAmounts resources) {
        return accelerators.units(resources);
    }
}
