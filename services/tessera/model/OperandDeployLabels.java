package tessera.model;

import java.util.List;
import java.util.Map;

/** The node labels by which the GPU operator admits each of its operands to the node, or keeps it off for a while. */
public final class OperandDeployLabels {

    public static final String PREFIX = "nvidia.com/gpu.deploy.";

    /** Whether a node has any operand at all. */
    public static final String OPERANDS = PREFIX + "operands";

    /** What the GPUs of a node are for: containers or virtual machines. Set by people, and read by the operator. */
    public static final String WORKLOAD = "nvidia.com/gpu.workload.config";

    private OperandDeployLabels() {}

    /** Returns whether the operator leaves the GPUs of a node to virtual machines, and so to no device plugin. */
    public static boolean isForVirtualMachines(NodeSummary node) {
        return isForPassthrough(node) || isForVgpu(node);
    }

    /** Returns whether the operator passes the GPUs of a node through to virtual machines. */
    public static boolean isForPassthrough(NodeSummary node) {
        return isFor("vm-passthrough", "vfio-manager", node);
    }

    /** Returns whether the operator divides the GPUs of a node into vGPUs for virtual machines. */
    public static boolean isForVgpu(NodeSummary node) {
        return isFor("vm-vgpu", "vgpu-manager", node);
    }

    /** Returns whether the label says so, or without it the operand of the ClusterPolicy's default. */
    private static boolean isFor(String workload, String operand, NodeSummary node) {
        return node.label(WORKLOAD).equals(workload)
                || (node.label(WORKLOAD).isEmpty() && node.label(PREFIX + operand).equals("true"));
    }

    /** Returns operands that are kept off by a word in place of {@code true}, in alphabetical order. */
    public static List<String> pausedOperands(Map<String, String> labels, String word) {
        return labels.entrySet().stream()
                .filter(label -> label.getKey().startsWith(PREFIX) && label.getValue().equals(word))
                .map(label -> label.getKey().substring(PREFIX.length())).sorted().toList();
    }
}
