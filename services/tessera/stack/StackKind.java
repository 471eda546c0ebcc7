package tessera.stack;

import tessera.insight.GpuNode;
import tessera.model.DeployGates;

/** The set of workloads that makes the GPUs of a node usable. */
public enum StackKind {
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
    private static final String DRA = DeployGates.PREFIX + "dra-driver";

    /** Finds which one a node has, by what runs there and by the operator's labels. */
    static StackKind of(GpuNode node, StackObjects objects) {
        var facts = node.info().facts();
        boolean operator = !objects.absent() || !objects.complete();
        boolean gated = facts.labels().keySet().stream().anyMatch(label -> label.startsWith(DeployGates.PREFIX));
        if (!node.vendor().equals(NVIDIA)) {
            return node.byClaims() || byClaims(node) ? CLAIMS : OTHERS;
        }
        if (operator && facts.label(WORKLOAD).equals("vm-passthrough")) {
            return PASSTHROUGH;
        }
        if (operator && facts.label(WORKLOAD).equals("vm-vgpu")) {
            return VGPU;
        }
        if (node.byClaims() || byClaims(node)) {
            return CLAIMS;
        }
        return operator && (gated || !offers(node)) ? CONTAINERS : OTHERS;
    }

    /** Whether a driver for claims runs there and no device plugin offers anything. */
    private static boolean byClaims(GpuNode node) {
        return !offers(node) && (node.unpublished() || node.info().facts().label(DRA).equals("true")
                || OperandCatalog.standard().find(CLAIMS, StackComponent.PLUGIN, node.info()).isPresent());
    }

    private static boolean offers(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.capacity() > 0);
    }
}
