package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.control.node.NodeStack;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.schedule.SimulatedPodRequests;
import tessera.demo.store.StoreJson;

/** Start order of a node's GPU stack (driver, toolkit, plugin), in which each waits for the one before it. */
final class GpuStackStartOrder implements NodeStack {

    private static final String PRE_INSTALLED = "pre-installed";

    private final GpuStackContext ground;
    private final GpuNodeRegistry nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final Plugins plugins;

    /** Inputs about device plugins and their configurations. */
    record Plugins(SimulatedDevicePlugins devices, MountedPluginConfigs mounts) {}

    GpuStackStartOrder(GpuStackContext ground, GpuNodeRegistry nodes, OperandPods operands, ClusterPolicies policies,
            Plugins plugins) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.plugins = plugins;
    }

    @Override
    public boolean containsPod(JsonNode pod) {
        return GpuOperand.forDaemonSet(appLabel(pod)).isPresent() && nodes.find(nodeName(pod)).isPresent();
    }

    private static String appLabel(JsonNode pod) {
        return StoreJson.textAt(pod, "metadata", "labels", "app");
    }

    private static String nodeName(JsonNode pod) {
        return StoreJson.textAt(pod, "spec", "nodeName");
    }

    @Override
    public int countReadyInits(JsonNode pod) {
        var containers = pod.path("spec").path("initContainers");
        if (!containsPod(pod)) {
            return containers.size();
        }
        int done = 0;
        while (done < containers.size() && plugins.mounts().isMountable(pod)
                && canStart(containers.path(done).path("name").asText(), nodeName(pod))) {
            done++;
        }
        return done;
    }

    private boolean canStart(String container, String node) {
        return switch (container) {
            case "driver-validation" -> isDriverReady(node);
            case "toolkit-validation", "cuda-validation" ->
                isDriverReady(node) && isInstalled(GpuOperand.TOOLKIT, node);
            case "plugin-validation" -> hasGpuCapacity(node);
            default -> true;
        };
    }

    private boolean isDriverReady(String node) {
        boolean missing = nodes.find(node).map(this::lacksDriver).orElse(false);
        var gate = nodes.find(node).map(machine -> machine.label("nvidia.com/gpu.deploy.driver")).orElse("");
        return !missing && (gate.equals(PRE_INSTALLED) || isInstalled(GpuOperand.DRIVER, node));
    }

    /** Returns whether no driver can be loaded on the node; a precompiled one needs no headers and is signed. */
    private boolean lacksDriver(GpuMachine node) {
        return node.hasFault(MachineFault.NOUVEAU)
                || (!policies.effectiveSpec().isPrecompiled() && (node.hasFault(MachineFault.DRIVER_FAILS)
                        || node.hasFault(MachineFault.SECURE_BOOT) || ground.machines().lacksDriver(node.name())));
    }

    /** Returns whether the operand runs on the node; one without a DaemonSet counts as installed on the machine. */
    private boolean isInstalled(String daemonSet, String node) {
        return !operands.hasDaemonSet(daemonSet) || operands.findRunning(daemonSet, node).isPresent();
    }

    /** Returns whether the node offers any device. */
    private boolean hasGpuCapacity(String name) {
        var node = ground.loop().objects().find(ground.kinds().nodes(), "", name);
        if (node == null) {
            return false;
        }
        var amounts = SimulatedPodRequests.parseAmounts(node.path("status").path("capacity"));
        return amounts.names().stream().anyMatch(each -> amounts.get(each) > 0
                && (each.startsWith(AdvertisedDevices.GPU) || each.startsWith("nvidia.com/mig-")));
    }

    @Override
    public boolean failsAfterStart(JsonNode pod, String container) {
        var node = nodes.find(nodeName(pod));
        if (node.isEmpty()) {
            return false;
        }
        return switch (container) {
            case "nvidia-driver-ctr" -> lacksDriver(node.get());
            case "config-manager" -> plugins.mounts().lacksConfig(pod, node.get());
            case "nvidia-device-plugin" -> failsToStart(pod, GpuOperand.PLUGIN, container);
            case "gpu-feature-discovery" -> failsToStart(pod, GpuOperand.DISCOVERY, container);
            default -> false;
        };
    }

    /** Returns whether the container fails, after writing the reason to its log. */
    private boolean failsToStart(JsonNode pod, String operand, String container) {
        var reason = plugins.devices().failureText(pod, operand);
        if (!reason.isEmpty()) {
            ground.containerLogs().writeLine(StoreJson.textAt(pod, "metadata", "uid"), container,
                    ground.loop().clock().instant(),
                    "Error: error starting plugins: " + reason);
        }
        return !reason.isEmpty();
    }

    @Override
    public boolean hangsOnDeletion(JsonNode pod) {
        return appLabel(pod).equals("nvidia-dcgm-exporter")
                && nodes.find(nodeName(pod)).map(machine -> machine.hasFault(MachineFault.OPERANDS_HANG)).orElse(false);
    }

    @Override
    public Optional<String> refusalText(JsonNode pod, String node) {
        return plugins.devices().refusalText(pod, node);
    }
}
