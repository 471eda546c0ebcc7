package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.SurveyLookups;
import tessera.plan.model.GpuUseText;

/**
 * GPU pods that the operator ends for a new driver only if its policy says so, or as soon as their budgets do.
 *
 * @param bare     names of nodes with such that nothing makes again
 * @param local    names of nodes with such that have local data
 * @param kept     names of nodes with more such than a disruption budget of theirs lets go at a time
 * @param unrequested pods that use GPUs without a request, a clause each: the operator deletes only pods that request
 *                    {@code nvidia.com/gpu} or MIG instances
 * @param gap      why it is not known which are kept so
 * @param unlooked how many nodes were not asked for local data
 */
record UndrainablePods(List<String> bare, List<String> local, List<String> kept, List<String> unrequested,
        Optional<Problem> gap, int unlooked) {

    static final UndrainablePods NONE = new UndrainablePods(List.of(), List.of(), List.of(), List.of(),
            Optional.empty(), 0);
    /** Each is a question to the server. */
    private static final int MOST_NODES = 100;

    UndrainablePods {
        bare = List.copyOf(bare);
        local = List.copyOf(local);
        kept = List.copyOf(kept);
        unrequested = List.copyOf(unrequested);
    }

    /** Looks for them; waits for the server. */
    static UndrainablePods on(Collection<GpuNode> nodes, SurveyLookups lookups, AcceleratorCatalog accelerators)
            throws Failure, InterruptedException {
        var bare = new ArrayList<String>();
        var local = new ArrayList<String>();
        int asked = 0;
        var held = nodes.stream().filter(node -> !node.holders().isEmpty()).toList();
        for (var node : held) {
            if (node.holders().stream().anyMatch(pod -> !pod.owner().exists())) {
                bare.add(node.name());
            }
            if (asked < MOST_NODES) {
                asked++;
                var holders = node.holders().stream().map(PodFacts::uid).toList();
                if (lookups.podsOn(node.name()).stream()
                        .anyMatch(pod -> holders.contains(pod.uid()) && !pod.emptyDirs().isEmpty())) {
                    local.add(node.name());
                }
            }
        }
        var unrequested = GpuUseText.unrequested(nodes.stream().map(GpuNode::info), accelerators);
        var namespaces = held.stream().flatMap(node -> node.holders().stream()).map(PodFacts::namespace)
                .collect(Collectors.toSet());
        try {
            var budgets = lookups.budgets(namespaces);
            return new UndrainablePods(bare, local,
                    held.stream().filter(node -> keeps(budgets, node)).map(GpuNode::name)
                            .toList(),
                    unrequested, Optional.empty(), held.size() - asked);
        } catch (Failure failure) {
            return new UndrainablePods(bare, local, List.of(), unrequested, Optional.of(failure.problem()),
                    held.size() - asked);
        }
    }

    private static boolean keeps(List<BudgetStatus> budgets, GpuNode node) {
        return budgets.stream().anyMatch(
                budget -> node.holders().stream().filter(budget::covers).count() > Math.max(0, budget.allowed()));
    }
}
