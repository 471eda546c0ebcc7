package tessera.plan.intent;

import java.time.Duration;
import java.util.Locale;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;

/**
 * An intent to finish a MIG change that hangs or failed.
 *
 * @param repair   by which
 * @param drainSettings what may become of pods that hold GPUs, where they are in its way
 * @param limit how long the MIG manager or the device plugin may take
 * @param uncordon  whether nodes take pods again afterwards, even if they were closed before
 */
public record MigRepairIntent(TargetNodeSelection nodes, MigRepairAction repair, DrainSettings drainSettings,
        Duration limit, boolean uncordon) implements NodeChangeIntent {

    /** A remedy for a stuck MIG change. */
    public enum MigRepairAction {
        /** The MIG manager starts anew and does again what the node was told. */
        RESTART_MANAGER,
        /** What is paused for the change may run again, and the change is given up. */
        END_PAUSE,
        /** The device plugin starts anew, to offer what the GPUs are divided into. */
        RESTART_PLUGIN;

        /** Returns the word on the command line. */
        public String commandWord() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public NodeChangeIntent withNodes(TargetNodeSelection others) {
        return new MigRepairIntent(others, repair, drainSettings, limit, uncordon);
    }

    @Override
    public String verb() {
        return "mend-mig";
    }

    @Override
    public String summaryText() {
        return switch (repair) {
            case RESTART_MANAGER -> MESSAGES.text("mig.restart-manager", nodes.nodesText());
            case END_PAUSE -> MESSAGES.text("mig.end-pause", nodes.nodesText());
            case RESTART_PLUGIN -> MESSAGES.text("mig.restart-plugin", nodes.nodesText());
        };
    }

    @Override
    public String arguments() {
        return "--by=" + repair.commandWord() + " " + drainSettings.arguments() + " --manager-patience="
                + limit.toSeconds() + (uncordon ? " --uncordon" : "");
    }
}
