package tessera.plan.intent;

import java.time.Duration;
import java.util.Locale;
import tessera.plan.intent.NodeIntent.DrainTerms;

/**
 * A change of MIG brought to an end that does not come to one by itself.
 *
 * @param way   by which
 * @param terms what may become of pods that hold GPUs, where they are in its way
 * @param limit how long the MIG manager or the device plugin may take
 * @param open  whether nodes take pods again afterwards, even if they were closed before
 */
public record MendMig(NodeTargets nodes, MigRepair way, DrainTerms terms, Duration limit,
        boolean open) implements NodeIntent {

    /** What can help. */
    public enum MigRepair {
        /** The MIG manager starts anew and does again what the node was told. */
        RESTART_MANAGER,
        /** What is paused for the change may run again, and the change is given up. */
        END_PAUSE,
        /** The device plugin starts anew, to offer what the GPUs are divided into. */
        RESTART_PLUGIN;

        /** As the command line takes it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public NodeIntent at(NodeTargets others) {
        return new MendMig(others, way, terms, limit, open);
    }

    @Override
    public String verb() {
        return "mend-mig";
    }

    @Override
    public String words() {
        return switch (way) {
            case RESTART_MANAGER -> "Restart the MIG manager of " + nodes.words();
            case END_PAUSE -> "Let what is paused for MIG on %s run again".formatted(nodes.words());
            case RESTART_PLUGIN -> "Restart the device plugin of " + nodes.words();
        };
    }

    @Override
    public String arguments() {
        return "--by=" + way.word() + " " + terms.arguments() + " --manager-patience=" + limit.toSeconds()
                + (open ? " --uncordon" : "");
    }
}
