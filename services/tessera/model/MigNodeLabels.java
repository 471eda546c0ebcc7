package tessera.model;

import java.util.List;
import java.util.Map;

/** The node labels that instruct the node's MIG manager, and those by which it reports its progress. */
public final class MigNodeLabels {

    public static final String CAPABLE = "nvidia.com/mig.capable";
    public static final String STRATEGY = "nvidia.com/mig.strategy";
    /** The strategy that advertises each MIG instance by its profile. */
    public static final String MIXED = "mixed";
    /** The strategy that advertises every GPU as a whole one, divided or not. */
    public static final String NO_STRATEGY = "none";
    public static final String CONFIG = "nvidia.com/mig.config";
    public static final String STATE = "nvidia.com/mig.config.state";
    public static final String MANAGER = OperandDeployLabels.PREFIX + "mig-manager";
    /** How GKE itself divided all GPUs of a node when it made it; a node pool has it for good. */
    public static final String GKE_LAYOUT = "cloud.google.com/gke-gpu-partition-size";
    /** What pods of the MIG manager are called by their label {@code app}. */
    public static final String MANAGER_APP = "nvidia-mig-manager";
    private static final String PAUSED = "paused-for-mig-change";

    private MigNodeLabels() {}

    /** Returns the MIG strategy of a node's device plugin; empty where discovery has not labelled the node. Discovery sets no label for the strategy “none”. */
    public static String strategyOf(NodeSummary node) {
        var told = node.label(STRATEGY);
        return told.isEmpty() && !node.label(CAPABLE).isEmpty() ? NO_STRATEGY : told;
    }

    /** Returns operands that may not run on the node until the change has ended, in alphabetical order. */
    public static List<String> pausedOperands(Map<String, String> labels) {
        return OperandDeployLabels.pausedOperands(labels, PAUSED);
    }
}
