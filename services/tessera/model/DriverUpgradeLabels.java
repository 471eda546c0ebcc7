package tessera.model;

import java.util.List;
import java.util.Map;

/** The labels and annotations of a node by which the GPU operator says how far it is with the node's new driver. */
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

    /** Whether nothing is wanted of the node, or nothing any more. */
    public static boolean finished(Map<String, String> labels) {
        var state = labels.getOrDefault(STATE, "");
        return state.isEmpty() || state.equals(DONE);
    }

    /** Whether it is for its new driver that a cordoned node is cordoned. */
    public static boolean cordoned(Map<String, String> labels, Map<String, String> annotations) {
        return !finished(labels) && !annotations.containsKey(CORDONED_BEFORE);
    }

    /** Operands that may not run on the node until its driver is replaced, in alphabetical order. */
    public static List<String> paused(Map<String, String> labels) {
        return DeployGates.paused(labels, PAUSED);
    }
}
