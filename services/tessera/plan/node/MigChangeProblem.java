package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.MigNodeLabels;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;

/**
 * The problem of the last MIG change on a node, judged by its labels and allocatable resources.
 *
 * @param kind  what went wrong
 * @param text a sentence without a full stop
 * @param repairs  what can help, the likeliest first
 */
public record MigChangeProblem(MigChangeProblemKind kind, String text, List<MigRepairAction> repairs) {

    /** The kind of problem of a MIG change. */
    public enum MigChangeProblemKind {
        /** Nothing so far: it may hang if it lasts. */
        UNDER_WAY,
        FAILED,
        /** Operands are paused for a change that is over. */
        PAUSE_LEFT,
        /** It succeeded, and the node offers no GPU. */
        NOTHING_OFFERED
    }

    public MigChangeProblem {
        repairs = List.copyOf(repairs);
    }

    /** Judges a node by its labels and last known allocatable resources. */
    public static Optional<MigChangeProblem> of(Map<String, String> labels, ResourceAmounts allocatable) {
        return of(labels, allocatable.names().stream()
                .anyMatch(name -> (name.startsWith("nvidia.com/gpu") || name.startsWith("nvidia.com/mig-"))
                        && allocatable.get(name) > 0));
    }

    /**
     * Judges a node by its labels, and whether it offers GPUs.
     *
     * @param offersGpus whether it offers any GPU, or instance of one
     */
    public static Optional<MigChangeProblem> of(Map<String, String> labels, boolean offersGpus) {
        if (!"true".equals(labels.get(MigNodeLabels.CAPABLE)) || !labels.containsKey(MigNodeLabels.CONFIG)) {
            return Optional.empty();
        }
        var config = labels.getOrDefault(MigNodeLabels.CONFIG, "");
        var state = labels.getOrDefault(MigNodeLabels.STATE, "");
        var paused = MigNodeLabels.pausedOperands(labels);
        var waiting = paused.isEmpty() ? "" : "; paused for it: " + String.join(", ", paused);
        var restarts = new ArrayList<>(List.of(MigRepairAction.RESTART_MANAGER));
        if (!paused.isEmpty()) {
            restarts.add(MigRepairAction.END_PAUSE);
        }
        return switch (state) {
            case "pending", "rebooting" ->
                Optional.of(new MigChangeProblem(MigChangeProblemKind.UNDER_WAY,
                        "The change to %s is %s%s".formatted(config, state,
                                waiting),
                        restarts));
            case "failed" -> Optional.of(new MigChangeProblem(MigChangeProblemKind.FAILED,
                    "The change to %s failed%s".formatted(config, waiting), restarts));
            default -> paused.isEmpty() ? silentTrouble(config, state, offersGpus)
                    : Optional.of(new MigChangeProblem(MigChangeProblemKind.PAUSE_LEFT,
                            "Operands are paused for a change of MIG, and none is under way: "
                                    + String.join(", ", paused),
                            List.of(MigRepairAction.END_PAUSE, MigRepairAction.RESTART_MANAGER)));
        };
    }

    private static Optional<MigChangeProblem> silentTrouble(String config, String state, boolean offersGpus) {
        // Where MIG is on and no instance is wanted, there is nothing to offer.
        if (state.equals("success") && !offersGpus && !config.equals("all-enabled")) {
            return Optional.of(new MigChangeProblem(MigChangeProblemKind.NOTHING_OFFERED,
                    "The change to %s succeeded, yet no GPU and no instance is offered"
                            .formatted(config),
                    List.of(MigRepairAction.RESTART_PLUGIN, MigRepairAction.RESTART_MANAGER)));
        }
        return Optional.empty();
    }
}
