package tessera.plan.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuNode;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.model.NonRequestGpuUseFormatter;

/**
 * GPU pods that the operator ends for a driver upgrade only with its policy's permission, or that a budget holds back.
 *
 * @param unmanagedNodes     names of nodes with such that nothing makes again
 * @param localDataNodes    names of nodes with such that have local data
 * @param budgetBlockedNodes     names of nodes with more such than a disruption budget of theirs lets go at a time
 * @param unrequested pods that use GPUs without a request, a clause each: the operator deletes only pods that request
 *                    {@code nvidia.com/gpu} or MIG instances
 * @param problem      why it is not known which are kept so
 * @param uncheckedNodes how many nodes were not asked for local data
 */
record DriverUpgradeBlockers(List<String> unmanagedNodes, List<String> localDataNodes, List<String> budgetBlockedNodes,
        List<String> unrequested, Optional<Problem> problem, int uncheckedNodes) {

    static final DriverUpgradeBlockers NONE = new DriverUpgradeBlockers(List.of(), List.of(), List.of(), List.of(),
            Optional.empty(), 0);
    /** Each is a question to the server. */
    private static final int MOST_NODES = 100;

    DriverUpgradeBlockers {
        unmanagedNodes = List.copyOf(unmanagedNodes);
        localDataNodes = List.copyOf(localDataNodes);
        budgetBlockedNodes = List.copyOf(budgetBlockedNodes);
        unrequested = List.copyOf(unrequested);
    }

    /** Finds the undrainable pods on some nodes; waits for the server. */
    static DriverUpgradeBlockers findOn(Collection<GpuNode> nodes, PlannerInputReader inputReader,
            AcceleratorCatalog accelerators) throws ProblemException, InterruptedException {
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
                var holders = node.holders().stream().map(PodSummary::uid).toList();
                if (inputReader.podsOn(node.name()).stream()
                        .anyMatch(pod -> holders.contains(pod.uid()) && !pod.emptyDirs().isEmpty())) {
                    local.add(node.name());
                }
            }
        }
        var unrequested = NonRequestGpuUseFormatter.unrequestedClauses(nodes.stream().map(GpuNode::info), accelerators);
        var namespaces = held.stream().flatMap(node -> node.holders().stream()).map(PodSummary::namespace)
                .collect(Collectors.toSet());
        try {
            var budgets = inputReader.readBudgets(namespaces);
            return new DriverUpgradeBlockers(bare, local,
                    held.stream().filter(node -> isBudgetBlocked(budgets, node)).map(GpuNode::name).toList(),
                    unrequested, Optional.empty(), held.size() - asked);
        } catch (ProblemException problemException) {
            return new DriverUpgradeBlockers(bare, local, List.of(), unrequested,
                    Optional.of(problemException.problem()), held.size() - asked);
        }
    }

    private static boolean isBudgetBlocked(List<PodDisruptionBudget> budgets, GpuNode node) {
        return budgets.stream().anyMatch(budget -> isExhausted(budget, node));
    }

    private static boolean isExhausted(PodDisruptionBudget budget, GpuNode node) {
        return node.holders().stream().filter(pod -> budget.coversPod(pod.namespace(), pod.labels())).count() > Math
                .max(0, budget.status().disruptionsAllowed());
    }
}
