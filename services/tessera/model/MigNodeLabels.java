package tessera.model;

import java.util.List;
import java.util.Map;

/** The node labels that instruct the node's MIG manager, and those by which it reports its progress. */
public final class MigNodeLabels {

    public static final String CAPABLE = "nvidia.com/mig.capable";
    public static final String STRATEGY = "nvidia.com/mig.strategy";
    public static final String CONFIG = "nvidia.com/mig.config";
    public static final String STATE = "nvidia.com/mig.config.state";
    public static final String MANAGER = OperandDeployLabels.PREFIX + "mig-manager";
    /** How GKE itself divided all GPUs of a node when it made it; a node pool has it for good. */
    public static final String GKE_LAYOUT = "cloud.google.com/gke-gpu-partition-size";
    /** What pods of the MIG manager are called by their label {@code app}. */
    public static final String MANAGER_APP = "nvidia-mig-manager";
    private static final String PAUSED = "paused-for-mig-change";

    private MigNodeLabels() {}

    /** Returns operands that may not run on the node until the change has ended, in alphabetical order. */
    public static List<String> pausedOperands(Map<String, String> labels) {
        return OperandDeployLabels.pausedOperands(labels, PAUSED);
    }
}
