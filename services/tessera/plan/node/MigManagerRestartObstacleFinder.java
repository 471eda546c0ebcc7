package tessera.plan.node;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tessera.model.ClusterSnapshot;
import tessera.model.MigNodeLabels;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.PlannerInputReader;

/** Reasons why a restart of the MIG managers of nodes would not help. */
public final class MigManagerRestartObstacleFinder {

    private final PlannerInputReader inputReader;
    private final ClusterSnapshot clusterSnapshot;

    public MigManagerRestartObstacleFinder(PlannerInputReader inputReader, ClusterSnapshot clusterSnapshot) {
        this.inputReader = inputReader;
        this.clusterSnapshot = clusterSnapshot;
    }

    /**
     * Returns what a manager wrote that fails again, by node. Waits for the cluster.
     *
     * @param labels of the nodes
     */
    public Map<String, Problem> hindrancesOf(Map<String, Map<String, String>> labels)
            throws ProblemException, InterruptedException {
        var found = new LinkedHashMap<String, Problem>();
        for (var node : labels.entrySet()) {
            hindranceOf(node.getKey(), node.getValue()).ifPresent(problem -> found.put(node.getKey(), problem));
        }
        return found;
    }

    private Optional<Problem> hindranceOf(String node, Map<String, String> labels)
            throws ProblemException, InterruptedException {
        var manager = MigConfigurationChoices.findManager(clusterSnapshot, node);
        return manager.isPresent() && "failed".equals(labels.get(MigNodeLabels.STATE))
                ? inputReader.migRetryProblem(manager.get())
                : Optional.empty();
    }

    /** Returns why there is nothing to restart on a node; empty where there is. */
    public Optional<Problem> missing(String node) {
        return MigConfigurationChoices.findManager(clusterSnapshot, node).isPresent() ? Optional.empty()
                : Optional.of(Problem.of(Problem.OperationProblemKind.INVALID,
                        "No pod of the MIG manager is seen on " + node)
                        .withRemedy("Look at its DaemonSet, and at the labels nvidia.com/gpu.deploy.* of the node."));
    }
}
