package tessera.stack;

import tessera.model.DriverUpgradeLabels;
import tessera.model.NodeSummary;
import tessera.text.MessageCatalog;

/**
 * The state of a driver upgrade on a node.
 *
 * @param label the operator's word; empty where no upgrade was made
 * @param skipped whether a label keeps the node out of upgrades
 * @param text the same in words; empty where there is nothing to say
 */
public record NodeDriverUpgradeState(String label, boolean skipped, String text) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeDriverUpgradeState.class);

    static NodeDriverUpgradeState ofNode(NodeSummary node) {
        var label = node.label(DriverUpgradeLabels.STATE);
        boolean skipped = node.label(DriverUpgradeLabels.SKIP).equals("true");
        return new NodeDriverUpgradeState(label, skipped,
                skipped ? MESSAGES.text("upgrade.skipped") : stateText(label));
    }

    private static String stateText(String label) {
        return switch (label) {
            case "", DriverUpgradeLabels.DONE -> "";
            default -> MESSAGES.text("upgrade", label);
        };
    }

    public boolean hasFailed() {
        return label.equals(DriverUpgradeLabels.FAILED);
    }

    public boolean isInProgress() {
        return !text.isEmpty() && !hasFailed() && !skipped;
    }
}
