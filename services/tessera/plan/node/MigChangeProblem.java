package tessera.plan.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.MigNodeLabels;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.text.Reason;

/** The problem of the last MIG change on a node, judged by its labels and allocatable resources. */
public sealed interface MigChangeProblem extends Reason {

    /** Nothing so far: it may hang if it lasts. */
    record MigChangeInProgress(String layout, String state, List<String> paused) implements MigChangeProblem {}

    /** The MIG manager gave up. */
    record MigChangeFailed(String layout, List<String> paused) implements MigChangeProblem {}

    /** Operands are paused for a change that is over. */
    record StaleMigPause(List<String> paused) implements MigChangeProblem {}

    /** It succeeded, and the node offers no GPU. */
    record NoGpusAdvertised(String layout) implements MigChangeProblem {}

    /** Returns what can help, the likeliest first. */
    default List<MigRepairAction> repairs() {
        return switch (this) {
            case MigChangeInProgress(_, _, var paused) -> restarts(paused);
            case MigChangeFailed(_, var paused) -> restarts(paused);
            case StaleMigPause _ -> List.of(MigRepairAction.END_PAUSE, MigRepairAction.RESTART_MANAGER);
            case NoGpusAdvertised _ -> List.of(MigRepairAction.RESTART_PLUGIN, MigRepairAction.RESTART_MANAGER);
        };
    }

    private static List<MigRepairAction> restarts(List<String> paused) {
        return paused.isEmpty() ? List.of(MigRepairAction.RESTART_MANAGER)
                : List.of(MigRepairAction.RESTART_MANAGER, MigRepairAction.END_PAUSE);
    }

    /** Judges a node by its labels and last known allocatable resources. */
    static Optional<MigChangeProblem> of(Map<String, String> labels, ResourceAmounts allocatable) {
        return of(labels,
                allocatable.names().stream()
                        .anyMatch(name -> (name.startsWith("nvidia.com/gpu") || name.startsWith("nvidia.com/mig-"))
                                && allocatable.get(name) > 0));
    }

    /**
     * Judges a node by its labels, and whether it offers GPUs.
     *
     * @param offersGpus whether it offers any GPU, or instance of one
     */
    static Optional<MigChangeProblem> of(Map<String, String> labels, boolean offersGpus) {
        if (!"true".equals(labels.get(MigNodeLabels.CAPABLE)) || !labels.containsKey(MigNodeLabels.CONFIG)) {
            return Optional.empty();
        }
        var config = labels.getOrDefault(MigNodeLabels.CONFIG, "");
        var state = labels.getOrDefault(MigNodeLabels.STATE, "");
        var paused = List.copyOf(MigNodeLabels.pausedOperands(labels));
        return switch (state) {
            case "pending", "rebooting" -> Optional.of(new MigChangeInProgress(config, state, paused));
            case "failed" -> Optional.of(new MigChangeFailed(config, paused));
            default ->
                paused.isEmpty() ? silentProblem(config, state, offersGpus) : Optional.of(new StaleMigPause(paused));
        };
    }

    private static Optional<MigChangeProblem> silentProblem(String config, String state, boolean offersGpus) {
        // Where MIG is on and no instance is wanted, there is nothing to offer.
        return state.equals("success") && !offersGpus && !config.equals("all-enabled")
                ? Optional.of(new NoGpusAdvertised(config))
                : Optional.empty();
    }
}
