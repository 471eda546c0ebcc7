package tessera.model;

import java.util.List;
import java.util.Map;

/** The node labels and annotations by which the GPU operator reports the progress of a driver upgrade. */
public final class DriverUpgradeLabels {

    public static final String STATE = "nvidia.com/gpu-driver-upgrade-state";
    public static final String SKIP = "nvidia.com/gpu-driver-upgrade.skip";
    public static final String DONE = "upgrade-done";
    public static final String REQUIRED = "upgrade-required";
    public static final String FAILED = "upgrade-failed";
    /** An annotation of nodes that were cordoned before, which the operator does not uncordon afterwards. */
    public static final String CORDONED_BEFORE = "nvidia.com/gpu-driver-upgrade.node-initial-state.unschedulable";
    private static final String PAUSED = "paused-for-driver-upgrade";

    private DriverUpgradeLabels() {}

    /** Returns whether no upgrade is pending on the node. */
    public static boolean isFinished(Map<String, String> labels) {
        var state = labels.getOrDefault(STATE, "");
        return state.isEmpty() || state.equals(DONE);
    }

    /** Returns whether the operator is at the node for a new driver, or gave up amid it; a node that waits for its turn is not. */
    public static boolean holdsNode(Map<String, String> labels) {
        return !isFinished(labels) && !REQUIRED.equals(labels.get(STATE));
    }

    /** Returns whether a cordoned node is cordoned for its driver upgrade. */
    public static boolean isCordonedForUpgrade(Map<String, String> labels, Map<String, String> annotations) {
        return !isFinished(labels) && !annotations.containsKey(CORDONED_BEFORE);
    }

    /** Returns operands that may not run on the node until its driver is replaced, in alphabetical order. */
    public static List<String> pausedOperands(Map<String, String> labels) {
        return OperandDeployLabels.pausedOperands(labels, PAUSED);
    }
}
