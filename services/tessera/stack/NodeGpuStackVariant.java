package tessera.stack;

import tessera.gpu.GpuNode;
import tessera.model.NodeSummary;
import tessera.model.OperandDeployLabels;

/** The set of workloads that makes the GPUs of a node usable. */
public enum NodeGpuStackVariant {
    /** The GPU operator's operands for containers. */
    CONTAINERS,
    /** The GPU operator's operands on nodes whose GPUs are passed through to virtual machines. */
    PASSTHROUGH,
    /** The GPU operator's operands on nodes whose GPUs virtual machines share. */
    VGPU,
    /** A driver for dynamic resource allocation, of the operator or installed by itself. */
    CLAIMS,
    /** Anything else that runs: a device plugin of a cloud, of a chart, of HAMi or of another maker. */
    OTHERS;

    private static final String WORKLOAD = "nvidia.com/gpu.workload.config";
    private static final String NVIDIA = "NVIDIA";
    private static final String DRA = OperandDeployLabels.PREFIX + "dra-driver";

    /** Returns the kind of a node, by its pods and the operator's labels. */
    static NodeGpuStackVariant ofNode(GpuNode node, GpuStackObjects objects) {
        var nodeSummary = node.info().nodeSummary();
        boolean operator = !objects.isAbsent() || !objects.isComplete();
        boolean gated = nodeSummary.labels().keySet().stream()
                .anyMatch(label -> label.startsWith(OperandDeployLabels.PREFIX));
        if (!node.vendor().equals(NVIDIA)) {
            return node.isClaimsOnly() || isServedByClaims(node) ? CLAIMS : OTHERS;
        }
        if (operator && isFor("vm-passthrough", "vfio-manager", nodeSummary)) {
            return PASSTHROUGH;
        }
        if (operator && isFor("vm-vgpu", "vgpu-manager", nodeSummary)) {
            return VGPU;
        }
        if (node.isClaimsOnly() || isServedByClaims(node)) {
            return CLAIMS;
        }
        return operator && (gated || !offersDevices(node)) ? CONTAINERS : OTHERS;
    }

    /** Returns whether a label, or without it the operand of the ClusterPolicy's default, is for a kind of virtual machines. */
    private static boolean isFor(String workload, String operand, NodeSummary nodeSummary) {
        return nodeSummary.label(WORKLOAD).equals(workload) || (nodeSummary.label(WORKLOAD).isEmpty()
                && nodeSummary.label(OperandDeployLabels.PREFIX + operand).equals("true"));
    }

    /** Returns whether a DRA driver runs there and no device plugin offers devices. */
    private static boolean isServedByClaims(GpuNode node) {
        return !offersDevices(node) && (node.unpublished() || node.info().nodeSummary().label(DRA).equals("true")
                || GpuStackOperandCatalog.standard().findRunning(CLAIMS, GpuStackComponent.PLUGIN, node.info())
                        .isPresent());
    }

    private static boolean offersDevices(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.capacity() > 0);
    }
}
