package tessera.gpu;

import java.util.List;
import java.util.stream.Stream;
import tessera.model.AllocatedDevice;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;

/**
 * Nodes whose GPUs are allocated by ResourceClaims alone, so that missing extended resources are no fault.
 */
public final class ResourceClaimOnlyNodeDetector {

    /** Labels of the newest operator: all that tells of the driver where slices may not be read. */
    private static final List<String> GATES = List.of("nvidia.com/gpu.deploy.dra-driver",
            "nvidia.com/gpu.deploy.dra-validator", "nvidia.com/gpu.deploy.dcgm-dra",
            "nvidia.com/gpu.deploy.dcgm-exporter-dra");

    private static final String PLUGIN_GATE = OperandDeployLabels.PREFIX + "device-plugin";

    private ResourceClaimOnlyNodeDetector() {}

    /** Returns whether a DRA driver publishes GPUs of a node, or claims or labels show one where slices may not be read. */
    public static boolean usesClaims(NodeWithBoundPods node) {
        if (!node.devices().slices().isEmpty() || node.devices().slicesKnown()) {
            return node.devices().slices().stream().anyMatch(slice -> DraGpuDriver.find(slice.driver()).isPresent())
                    && !hasPluginResources(node);
        }
        return hasDriverLabels(node.nodeSummary()) || (hasAllocatedGpus(node) && !hasPluginResources(node));
    }

    private static boolean hasAllocatedGpus(NodeWithBoundPods node) {
        return node.devices().claims().stream().flatMap(ResourceClaim::exclusiveDevices)
                .anyMatch(device -> DraGpuDriver.find(device.driver()).isPresent());
    }

    /** Returns whether a DRA driver publishes such devices of a node as a device plugin would offer under a resource name, and none offers any. */
    public static boolean servesInsteadOf(NodeWithBoundPods node, String resource) {
        return usesClaims(node) && node.devices().slices().stream().anyMatch(slice -> isOfferedAs(slice, resource));
    }

    private static boolean isOfferedAs(ResourceSlice slice, String resource) {
        return DraGpuDriver.find(slice.driver()).filter(driver -> driver.isOfferedAs(resource)).isPresent();
    }

    /** Returns whether labels show a DRA driver on a node, and no device plugin. */
    static boolean hasDriverLabels(NodeSummary node) {
        return hasDriverGate(node) && !hasDevicePlugin(node);
    }

    private static boolean hasDriverGate(NodeSummary node) {
        return GATES.stream().anyMatch(gate -> node.label(gate).equals("true"));
    }

    /** Returns whether ResourceSlices that may not be read may publish a node's GPUs: no device plugin is known to have offered any. */
    static boolean mayPublishUnread(NodeWithBoundPods node) {
        return !node.devices().slicesKnown() && !hasDevicePlugin(node.nodeSummary());
    }

    /** Returns whether a device plugin offers any of these GPUs, too. */
    static boolean hasPluginResources(NodeWithBoundPods node) {
        return Stream
                .concat(node.devices().slices().stream().map(ResourceSlice::driver),
                        node.devices().claims().stream().flatMap(ResourceClaim::exclusiveDevices)
                                .map(AllocatedDevice::driver))
                .distinct().flatMap(driver -> DraGpuDriver.find(driver).stream())
                .anyMatch(driver -> isAllocatableAs(driver, node));
    }

    private static boolean isAllocatableAs(DraGpuDriver driver, NodeWithBoundPods node) {
        return node.nodeSummary().allocatable().names().stream()
                .anyMatch(name -> driver.isOfferedAs(name) && node.nodeSummary().allocatable().get(name) > 0);
    }

    /** Returns whether a device plugin serves a node, also beside a driver that may serve compute domains alone. The kubelet lists what a plugin offered even after it died. */
    private static boolean hasDevicePlugin(NodeSummary node) {
        return (node.label(PLUGIN_GATE).equals("true") || !hasDriverGate(node)) && node.capacity().names().stream()
                .flatMap(name -> AcceleratorCatalog.standard().acceleratorOf(name).stream())
                .anyMatch(AcceleratorCatalogEntry::isCompute);
    }
}
