package tessera.stack;

import java.util.Locale;
import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeSummary;

/**
 * The state of a driver upgrade on a node.
 *
 * @param label the operator's word; empty where no upgrade was made
 * @param skipped whether a label keeps the node out of upgrades
 * @param text the same in words; empty where there is nothing to say
 */
public record NodeDriverUpgradeState(String label, boolean skipped, String text) {

    static NodeDriverUpgradeState ofNode(NodeSummary node) {
        var label = node.label(DriverUpgradeLabels.STATE);
        boolean skipped = node.label(DriverUpgradeLabels.SKIP).equals("true");
        return new NodeDriverUpgradeState(label, skipped, skipped ? "left out of upgrades" : stateText(label));
    }

    private static String stateText(String label) {
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

    public boolean hasFailed() {
        return label.equals(DriverUpgradeLabels.FAILED);
    }

    public boolean isInProgress() {
        return !text.isEmpty() && !hasFailed() && !skipped;
    }
}
