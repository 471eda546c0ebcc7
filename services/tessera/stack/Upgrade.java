package tessera.stack;

import java.util.Locale;
import tessera.model.NodeFacts;

/**
 * Where the upgrade of a node's driver stands.
 *
 * @param label the operator's word; empty where no upgrade was made
 * @param words the same in words; empty where there is nothing to say
 */
public record Upgrade(String label, String words) {

    private static final String STATE = "nvidia.com/gpu-driver-upgrade-state";
    private static final String SKIP = "nvidia.com/gpu-driver-upgrade.skip";

    static Upgrade of(NodeFacts node) {
        var label = node.label(STATE);
        return new Upgrade(label, node.label(SKIP).equals("true") ? "left out of upgrades" : words(label));
    }

    private static String words(String label) {
        return switch (label) {
            case "", "upgrade-done" -> "";
            case "upgrade-required" -> "waits for its turn";
            case "cordon-required" -> "is being cordoned";
            case "wait-for-jobs-required" -> "waits for jobs to end";
            case "pod-deletion-required" -> "GPU pods are being evicted";
            case "drain-required" -> "is being drained";
            case "node-maintenance-required", "post-maintenance-required" -> "under maintenance";
            case "pod-restart-required" -> "the driver restarts";
            case "validation-required" -> "the new driver is being tested";
            case "uncordon-required" -> "is being opened again";
            case "upgrade-failed" -> "failed";
            default -> label.toLowerCase(Locale.ROOT).replace('-', ' ');
        };
    }

    public boolean failed() {
        return label.equals("upgrade-failed");
    }

    public boolean underWay() {
        return !words.isEmpty() && !failed() && !words.equals("left out of upgrades");
    }
}
