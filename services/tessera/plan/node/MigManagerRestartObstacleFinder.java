package tessera.plan.node;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.model.ClusterSnapshot;
import tessera.model.MigNodeLabels;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;

/** Reasons why a restart of the MIG managers of nodes would not help. */
public final class MigManagerRestartObstacleFinder {

    private static final Set<OperationProblemKind> UNREADABLE = Set.of(OperationProblemKind.FORBIDDEN,
            OperationProblemKind.NOT_FOUND);

    private final PlannerInputReader inputReader;
    private final ClusterSnapshot clusterSnapshot;

    public MigManagerRestartObstacleFinder(PlannerInputReader inputReader, ClusterSnapshot clusterSnapshot) {
        this.inputReader = inputReader;
        this.clusterSnapshot = clusterSnapshot;
    }

    /**
     * Returns what a manager wrote that fails again, by node, as far as logs may be read. Waits for the cluster.
     *
     * @param labels of the nodes
     */
    public Map<String, Problem> hindrancesOf(Map<String, Map<String, String>> labels)
            throws ProblemException, InterruptedException {
        var found = new LinkedHashMap<String, Problem>();
        for (var node : labels.entrySet()) {
            try {
                hindranceOf(node.getKey(), node.getValue()).ifPresent(problem -> found.put(node.getKey(), problem));
            } catch (ProblemException problemException) {
                if (!UNREADABLE.contains(problemException.problem().kind())) {
                    throw problemException;
                }
            }
        }
        return found;
    }

    /** Returns the same for one node. */
    Optional<Problem> hindranceOf(String node, Map<String, String> labels)
            throws ProblemException, InterruptedException {
        var manager = MigConfigurationChoices.findManager(clusterSnapshot, node);
        if (manager.isPresent() && "failed".equals(labels.get(MigNodeLabels.STATE))) {
            return inputReader.migRetryProblem(manager.get());
        }
        return Optional.empty();
    }

    /** Returns why there is nothing to restart on a node; empty where there is. */
    public Optional<Problem> missing(String node) {
        if (MigConfigurationChoices.findManager(clusterSnapshot, node).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(NodeTargetResolver
                .refusal(new MigRefusal.MissingOperandPod(node, MigRepairAction.RESTART_MANAGER, false)));
    }
}
