package tessera.insight;

import java.util.List;
import tessera.model.DeployGates;
import tessera.model.NodeFacts;

/**
 * Nodes whose GPUs a driver for dynamic resource allocation hands out by claims. No device plugin offers them, and that
 * none does is no fault; they are not counted with those that plugins offer.
 */
public final class ClaimedGpus {

    private static final List<String> GATES = List.of("nvidia.com/gpu.deploy.dra-driver",
            "nvidia.com/gpu.deploy.dra-validator", "nvidia.com/gpu.deploy.dcgm-dra",
            "nvidia.com/gpu.deploy.dcgm-exporter-dra");

    private static final String PLUGIN_GATE = DeployGates.PREFIX + "device-plugin";
    private static final List<String> PLUGIN_RESOURCES = List.of("nvidia.com/gpu", "nvidia.com/mig-");

    private ClaimedGpus() {}

    /** Whether the operator has put the driver, or what comes with it, on a node, and no device plugin beside it. */
    public static boolean on(NodeFacts node) {
        return GATES.stream().anyMatch(gate -> node.label(gate).equals("true")) && !plugged(node);
    }

    /** The driver may be there for compute domains alone. The kubelet lists what a plugin offered even after it died. */
    private static boolean plugged(NodeFacts node) {
        return node.label(PLUGIN_GATE).equals("true") && node.capacity().names().stream()
                .anyMatch(name -> PLUGIN_RESOURCES.stream().anyMatch(name::startsWith));
    }
}
