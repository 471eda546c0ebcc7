package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.MigLabels;
import tessera.model.ResourceAmounts;
import tessera.plan.intent.RepairMig.MigRepair;

/**
 * The problem of the last MIG change on a node, judged by its labels and allocatable resources.
 *
 * @param kind  what went wrong
 * @param text a sentence without a full stop
 * @param repairs  what can help, the likeliest first
 */
public record MigTrouble(MigTroubleKind kind, String text, List<MigRepair> repairs) {

    /** The kind of problem of a MIG change. */
    public enum MigTroubleKind {
        /** Nothing so far: it may hang if it lasts. */
        UNDER_WAY,
        FAILED,
        /** Operands are paused for a change that is over. */
        PAUSE_LEFT,
        /** It succeeded, and the node offers no GPU. */
        NOTHING_OFFERED
    }

    public MigTrouble {
        repairs = List.copyOf(repairs);
    }

    /** Judges a node by its labels and last known allocatable resources. */
    public static Optional<MigTrouble> of(Map<String, String> labels, ResourceAmounts allocatable) {
        return of(labels, allocatable.names().stream()
                .anyMatch(name -> (name.startsWith("nvidia.com/gpu") || name.startsWith("nvidia.com/mig-"))
                        && allocatable.get(name) > 0));
    }

    /**
     * Judges a node by its labels, and whether it offers GPUs.
     *
     * @param offersGpus whether it offers any GPU, or instance of one
     */
    public static Optional<MigTrouble> of(Map<String, String> labels, boolean offersGpus) {
        if (!"true".equals(labels.get(MigLabels.CAPABLE)) || !labels.containsKey(MigLabels.CONFIG)) {
            return Optional.empty();
        }
        var config = labels.getOrDefault(MigLabels.CONFIG, "");
        var state = labels.getOrDefault(MigLabels.STATE, "");
        var paused = MigLabels.pausedOperands(labels);
        var waiting = paused.isEmpty() ? "" : "; paused for it: " + String.join(", ", paused);
        var restarts = new ArrayList<>(List.of(MigRepair.RESTART_MANAGER));
        if (!paused.isEmpty()) {
            restarts.add(MigRepair.END_PAUSE);
        }
        return switch (state) {
            case "pending", "rebooting" ->
                Optional.of(new MigTrouble(MigTroubleKind.UNDER_WAY, "The change to %s is %s%s".formatted(config, state,
                        waiting), restarts));
            case "failed" -> Optional.of(new MigTrouble(MigTroubleKind.FAILED,
                    "The change to %s failed%s".formatted(config, waiting), restarts));
            default -> paused.isEmpty() ? silentTrouble(config, state, offersGpus)
                    : Optional.of(new MigTrouble(MigTroubleKind.PAUSE_LEFT,
                            "Operands are paused for a change of MIG, and none is under way: "
                                    + String.join(", ", paused),
                            List.of(MigRepair.END_PAUSE, MigRepair.RESTART_MANAGER)));
        };
    }

    private static Optional<MigTrouble> silentTrouble(String config, String state, boolean offersGpus) {
        // Where MIG is on and no instance is wanted, there is nothing to offer.
        return state.equals("success") && !offersGpus && !config.equals("all-enabled")
                ? Optional.of(new MigTrouble(MigTroubleKind.NOTHING_OFFERED,
                        "The change to %s succeeded, yet no GPU and no instance is offered"
                                .formatted(config),
                        List.of(MigRepair.RESTART_PLUGIN, MigRepair.RESTART_MANAGER)))
                : Optional.empty();
    }
}
