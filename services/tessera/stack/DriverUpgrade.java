package tessera.stack;

import java.util.Locale;
import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeFacts;

/**
 * Where the upgrade of a node's driver stands.
 *
 * @param label the operator's word; empty where no upgrade was made
 * @param words the same in words; empty where there is nothing to say
 */
public record DriverUpgrade(String label, String words) {

    static DriverUpgrade of(NodeFacts node) {
        var label = node.label(DriverUpgradeLabels.STATE);
        return new DriverUpgrade(label,
                node.label(DriverUpgradeLabels.SKIP).equals("true") ? "left out of upgrades" : words(label));
    }

    private static String words(String label) {
        return switch (label) {
            case "", DriverUpgradeLabels.DONE -> "";
            case DriverUpgradeLabels.REQUIRED -> "waits for its turn";
            case "cordon-required" -> "is being cordoned";
            case "wait-for-jobs-required" -> "waits for jobs to end";
            case "pod-deletion-required" -> "GPU pods are being evicted";
            case "drain-required" -> "is being drained";
            case "node-maintenance-required", "post-maintenance-required" -> "under maintenance";
            case "pod-restart-required" -> "the driver restarts";
            case "validation-required" -> "the new driver is being tested";
            case "uncordon-required" -> "is being opened again";
            case DriverUpgradeLabels.FAILED -> "failed";
            default -> label.toLowerCase(Locale.ROOT).replace('-', ' ');
        };
    }

    public boolean failed() {
        return label.equals(DriverUpgradeLabels.FAILED);
    }

    public boolean underWay() {
        return !words.isEmpty() && !failed() && !words.equals("left out of upgrades");
    }
}
