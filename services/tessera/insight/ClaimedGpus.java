package tessera.insight;

import java.util.List;
import tessera.model.NodeFacts;

/**
 * Nodes whose GPUs a driver for dynamic resource allocation hands out by claims. No device plugin offers them, and that
 * none does is no fault; they are not counted with those that plugins offer.
 */
final class ClaimedGpus {

    private static final List<String> GATES = List.of("nvidia.com/gpu.deploy.dra-driver",
            "nvidia.com/gpu.deploy.dra-validator", "nvidia.com/gpu.deploy.dcgm-dra",
            "nvidia.com/gpu.deploy.dcgm-exporter-dra");

    private ClaimedGpus() {}

    /** Whether the operator has put the driver, or what comes with it, on a node. */
    static boolean on(NodeFacts node) {
        return GATES.stream().anyMatch(gate -> node.label(gate).equals("true"));
    }
}
