package tessera.insight;

import java.util.List;
import tessera.model.DeployGates;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;

/**
 * Nodes whose GPUs a driver for dynamic resource allocation hands out by claims, and no device plugin beside it: that none
 * offers them is no fault.
 */
public final class ClaimedGpus {

    /** Labels of the newest operator: all that tells of the driver where slices may not be read. */
    private static final List<String> GATES = List.of("nvidia.com/gpu.deploy.dra-driver",
            "nvidia.com/gpu.deploy.dra-validator", "nvidia.com/gpu.deploy.dcgm-dra",
            "nvidia.com/gpu.deploy.dcgm-exporter-dra");

    private static final String PLUGIN_GATE = DeployGates.PREFIX + "device-plugin";
    private static final List<String> PLUGIN_RESOURCES = List.of("nvidia.com/gpu", "nvidia.com/mig-");

    private ClaimedGpus() {}

    /** Whether a driver publishes GPUs of a node, or labels say that one is there where that may not be read. */
    public static boolean on(NodeInfo node) {
        if (!node.devices().slices().isEmpty() || node.devices().slicesKnown()) {
            return node.devices().slices().stream().anyMatch(slice -> GpuDriver.named(slice.driver()).isPresent())
                    && !offered(node);
        }
        return labelled(node.facts());
    }

    /** Whether labels say that the driver is on a node, and none that a device plugin is. */
    static boolean labelled(NodeFacts node) {
        return GATES.stream().anyMatch(gate -> node.label(gate).equals("true")) && !plugged(node);
    }

    /** Whether a device plugin offers any of these GPUs, too. */
    private static boolean offered(NodeInfo node) {
        return node.devices().slices().stream().flatMap(slice -> GpuDriver.named(slice.driver()).stream())
                .anyMatch(driver -> node.facts().allocatable().names().stream().anyMatch(name -> driver.offers(name)
                        && node.facts().allocatable().get(name) > 0));
    }

    /** The driver may be there for compute domains alone. The kubelet lists what a plugin offered even after it died. */
    private static boolean plugged(NodeFacts node) {
        return node.label(PLUGIN_GATE).equals("true") && node.capacity().names().stream()
                .anyMatch(name -> PLUGIN_RESOURCES.stream().anyMatch(name::startsWith));
    }
}
