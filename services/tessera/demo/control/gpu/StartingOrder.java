package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.node.NodeStack;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.fixture.plan.MachineFault;
import tessera.demo.schedule.SimulatedPodRequests;
import tessera.demo.store.StoreJson;

/** The order in which the GPU stack of a node comes up: driver, toolkit, plugin; each waits for the one before it. */
final class StartingOrder implements NodeStack {

    private static final String PRE_INSTALLED = "pre-installed";

    private final GpuStackContext ground;
    private final SimulatedGpuNodes nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final Plugins plugins;

    /** What plugins are asked. */
    record Plugins(DevicePlugins devices, MountedConfigs mounts) {}

    StartingOrder(GpuStackContext ground, SimulatedGpuNodes nodes, OperandPods operands, ClusterPolicies policies,
            Plugins plugins) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.plugins = plugins;
    }

    @Override
    public boolean holds(JsonNode pod) {
        return GpuOperand.of(app(pod)).isPresent() && nodes.find(node(pod)).isPresent();
    }

    private static String app(JsonNode pod) {
        return StoreJson.text(pod, "metadata", "labels", "app");
    }

    private static String node(JsonNode pod) {
        return StoreJson.text(pod, "spec", "nodeName");
    }

    @Override
    public int initialized(JsonNode pod) {
        var containers = pod.path("spec").path("initContainers");
        if (!holds(pod)) {
            return containers.size();
        }
        int done = 0;
        while (done < containers.size() && plugins.mounts().mountable(pod)
                && passes(containers.path(done).path("name").asText(), node(pod))) {
            done++;
        }
        return done;
    }

    private boolean passes(String container, String node) {
        return switch (container) {
            case "driver-validation" -> driver(node);
            case "toolkit-validation", "cuda-validation" -> driver(node) && present(GpuOperand.TOOLKIT, node);
            case "plugin-validation" -> counted(node);
            default -> true;
        };
    }

    private boolean driver(String node) {
        boolean missing = nodes.find(node).map(this::withoutDriver).orElse(false);
        var gate = nodes.find(node).map(each -> each.label("nvidia.com/gpu.deploy.driver")).orElse("");
        return !missing && (gate.equals(PRE_INSTALLED) || present(GpuOperand.DRIVER, node));
    }

    /** Whether nobody can load a driver there; one that was built elsewhere needs no headers, and is signed. */
    private boolean withoutDriver(GpuMachine node) {
        return node.has(MachineFault.NOUVEAU)
                || (!policies.policy().precompiled() && (node.has(MachineFault.DRIVER_FAILS)
                        || node.has(MachineFault.SECURE_BOOT) || ground.machines().driverless(node.name())));
    }

    /** What has no DaemonSet was installed on the machine itself. */
    private boolean present(String daemonSet, String node) {
        return !operands.there(daemonSet) || operands.running(daemonSet, node).isPresent();
    }

    /** Whether the node offers any device. */
    private boolean counted(String name) {
        var node = ground.loop().objects().find(ground.kinds().nodes(), "", name);
        if (node == null) {
            return false;
        }
        var amounts = SimulatedPodRequests.amounts(node.path("status").path("capacity"));
        return amounts.names().stream().anyMatch(each -> amounts.get(each) > 0
                && (each.startsWith(AdvertisedDevices.GPU) || each.startsWith("nvidia.com/mig-")));
    }

    @Override
    public boolean fails(JsonNode pod, String container) {
        var node = nodes.find(node(pod));
        if (node.isEmpty()) {
            return false;
        }
        return switch (container) {
            case "nvidia-driver-ctr" -> withoutDriver(node.get());
            case "config-manager" -> plugins.mounts().lacks(pod, node.get());
            case "nvidia-device-plugin" -> inTrouble(pod, GpuOperand.PLUGIN, container);
            case "gpu-feature-discovery" -> inTrouble(pod, GpuOperand.DISCOVERY, container);
            default -> false;
        };
    }

    /** Says in its log why it ends, if it does. */
    private boolean inTrouble(JsonNode pod, String operand, String container) {
        var why = plugins.devices().trouble(pod, operand);
        if (!why.isEmpty()) {
            ground.diaries().write(StoreJson.text(pod, "metadata", "uid"), container, ground.loop().clock().instant(),
                    "Error: error starting plugins: " + why);
        }
        return !why.isEmpty();
    }

    @Override
    public boolean hangs(JsonNode pod) {
        return app(pod).equals("nvidia-dcgm-exporter")
                && nodes.find(node(pod)).map(each -> each.has(MachineFault.OPERANDS_HANG)).orElse(false);
    }

    @Override
    public Optional<String> refusal(JsonNode pod, String node) {
        return plugins.devices().refusal(pod, node);
    }
}
