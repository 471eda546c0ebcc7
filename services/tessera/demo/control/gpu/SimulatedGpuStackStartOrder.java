package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Optional;
import tessera.demo.control.SimulatedGpuStackBehavior;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.fixture.plan.SimulatedMachineFault;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedMigLayouts;
import tessera.kube.requests.PodSchedulerRequests;

/** Start order of a node's GPU stack (driver, toolkit, plugin), in which each waits for the one before it. */
public final class SimulatedGpuStackStartOrder extends SimulatedGpuStackController
        implements
            SimulatedGpuStackBehavior {

    private static final String PRE_INSTALLED = "pre-installed";

    private final SimulatedDevicePluginsAndGfd plugins;

    SimulatedGpuStackStartOrder(GpuStackKnowledge knowledge, SimulatedDevicePluginsAndGfd plugins) {
        super(knowledge, "kubelet", "kubelet");
        this.plugins = plugins;
    }

    /**
     * Sets up the controllers of NVIDIA's GPU operator and its operands; returns their effects on containers.
     *
     * @param divisions how boards are cut
     * @param signals   who holds them
     */
    public static SimulatedGpuStackBehavior createControllers(SimulatedGpuStackContext context,
            SimulatedMigLayouts divisions, SimulatedClusterTelemetry signals) {
        var controllers = context.controllers();
        var policies = new SimulatedClusterPolicies(controllers);
        var knowledge = new GpuStackKnowledge(context,
                new SimulatedGpuNodeRegistry(controllers.loop(), controllers.types(), divisions), policies,
                new SimulatedGpuOperandPods(controllers, context.lean()),
                new SimulatedDevicePluginConfigMounts(controllers, policies));
        var plugins = new SimulatedDevicePluginsAndGfd(knowledge);
        new SimulatedMigManagerController(knowledge, signals);
        new SimulatedNodeFeatureDiscovery(knowledge);
        new SimulatedDriverUpgradeController(knowledge, new SimulatedGpuOperatorController(knowledge));
        return new SimulatedGpuStackStartOrder(knowledge, plugins);
    }

    @Override
    public boolean containsPod(JsonNode pod) {
        return SimulatedGpuOperand.forDaemonSet(appLabel(pod)).isPresent() && nodes.find(nodeName(pod)).isPresent();
    }

    private static String appLabel(JsonNode pod) {
        return pod.path("metadata").path("labels").path("app").asText("");
    }

    private static String nodeName(JsonNode pod) {
        return pod.path("spec").path("nodeName").asText("");
    }

    @Override
    public int countReadyInits(JsonNode pod) {
        var containers = pod.path("spec").path("initContainers");
        if (!containsPod(pod)) {
            return containers.size();
        }
        int done = 0;
        while (done < containers.size() && mounts.isMountable(pod)
                && canStart(containers.path(done).path("name").asText(), nodeName(pod))) {
            done++;
        }
        return done;
    }

    private boolean canStart(String container, String node) {
        return switch (container) {
            case "driver-validation" -> isDriverReady(node);
            case "toolkit-validation", "cuda-validation" ->
                isDriverReady(node) && isInstalled(SimulatedGpuOperand.TOOLKIT, node);
            case "plugin-validation" -> hasGpuCapacity(node);
            default -> true;
        };
    }

    private boolean isDriverReady(String node) {
        boolean missing = nodes.find(node).map(this::lacksDriver).orElse(false);
        var gate = nodes.find(node).map(machine -> machine.label("nvidia.com/gpu.deploy.driver")).orElse("");
        return !missing && (gate.equals(PRE_INSTALLED) || isInstalled(SimulatedGpuOperand.DRIVER, node));
    }

    /** Returns whether no driver can be loaded on the node; a precompiled one needs no headers and is signed. */
    private boolean lacksDriver(SimulatedGpuMachine node) {
        return node.hasFault(SimulatedMachineFault.NOUVEAU)
                || (!policies.effectiveSpec().isPrecompiled() && (node.hasFault(SimulatedMachineFault.DRIVER_FAILS)
                        || node.hasFault(SimulatedMachineFault.SECURE_BOOT)
                        || context.machines().lacksDriver(node.name())));
    }

    /** Returns whether the operand runs on the node; one without a DaemonSet counts as installed on the machine. */
    private boolean isInstalled(String daemonSet, String node) {
        return !operands.hasDaemonSet(daemonSet) || operands.findRunning(daemonSet, node).isPresent();
    }

    private boolean hasGpuCapacity(String name) {
        var node = findNode(name);
        var amounts = PodSchedulerRequests
                .parseAmounts(node == null ? MissingNode.getInstance() : node.path("status").path("capacity"));
        return amounts.names().stream()
                .anyMatch(each -> amounts.get(each) > 0 && SimulatedGpuResourcesAndLabels.isDeviceResource(each));
    }

    @Override
    public boolean failsAfterStart(JsonNode pod, String container) {
        var node = nodes.find(nodeName(pod));
        if (node.isEmpty()) {
            return false;
        }
        return switch (container) {
            case "nvidia-driver-ctr" -> lacksDriver(node.get());
            case "config-manager" -> mounts.lacksConfig(pod, node.get());
            case "nvidia-device-plugin" -> failsToStart(pod, SimulatedGpuOperand.PLUGIN, container);
            case "gpu-feature-discovery" -> failsToStart(pod, SimulatedGpuOperand.DISCOVERY, container);
            default -> false;
        };
    }

    /** Returns whether the container fails, after writing the reason to its log. */
    private boolean failsToStart(JsonNode pod, String operand, String container) {
        var reason = plugins.failureText(pod, operand);
        if (!reason.isEmpty()) {
            context.containerLogs().writeLine(SimulatedMetadata.uidOf(pod), container, loop.clock().instant(),
                    "Error: error starting plugins: " + reason);
        }
        return !reason.isEmpty();
    }

    @Override
    public boolean hangsOnDeletion(JsonNode pod) {
        return appLabel(pod).equals("nvidia-dcgm-exporter") && nodes.find(nodeName(pod))
                .map(machine -> machine.hasFault(SimulatedMachineFault.OPERANDS_HANG)).orElse(false);
    }

    @Override
    public Optional<String> refusalText(JsonNode pod, String node) {
        return plugins.refusalText(pod, node);
    }
}
