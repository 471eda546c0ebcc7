package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.MigLabels;
import tessera.model.ResourceAmounts;
import tessera.plan.intent.MendMig.MigRepair;

/**
 * What is wrong with the last change of MIG on a node, as far as its labels and what it offers tell.
 *
 * @param kind  what went wrong
 * @param words a sentence without a full stop
 * @param ways  what can help, the likeliest first
 */
public record MigTrouble(MigTroubleKind kind, String words, List<MigRepair> ways) {

    /** What went wrong with a change of MIG. */
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
        ways = List.copyOf(ways);
    }

    /** Judges a node by what it was last seen to offer. */
    public static Optional<MigTrouble> of(Map<String, String> labels, ResourceAmounts allocatable) {
        return of(labels, allocatable.names().stream()
                .anyMatch(name -> (name.startsWith("nvidia.com/gpu") || name.startsWith("nvidia.com/mig-"))
                        && allocatable.get(name) > 0));
    }

    /**
     * Judges a node.
     *
     * @param offersGpus whether it offers any GPU, or instance of one
     */
    public static Optional<MigTrouble> of(Map<String, String> labels, boolean offersGpus) {
        if (!"true".equals(labels.get(MigLabels.CAPABLE)) || !labels.containsKey(MigLabels.CONFIG)) {
            return Optional.empty();
        }
        var config = labels.getOrDefault(MigLabels.CONFIG, "");
        var state = labels.getOrDefault(MigLabels.STATE, "");
        var paused = MigLabels.paused(labels);
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
            default -> paused.isEmpty() ? silent(config, state, offersGpus)
                    : Optional.of(new MigTrouble(MigTroubleKind.PAUSE_LEFT,
                            "Operands are paused for a change of MIG, and none is under way: "
                                    + String.join(", ", paused),
                            List.of(MigRepair.END_PAUSE, MigRepair.RESTART_MANAGER)));
        };
    }

    private static Optional<MigTrouble> silent(String config, String state, boolean offersGpus) {
        // Where MIG is on and no instance is wanted, there is nothing to offer.
        return state.equals("success") && !offersGpus && !config.equals("all-enabled")
                ? Optional.of(new MigTrouble(MigTroubleKind.NOTHING_OFFERED,
                        "The change to %s succeeded, yet no GPU and no instance is offered"
                                .formatted(config),
                        List.of(MigRepair.RESTART_PLUGIN, MigRepair.RESTART_MANAGER)))
                : Optional.empty();
    }
}
