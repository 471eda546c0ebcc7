package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.demo.control.gpu.GpuNodes.GpuNode;
import tessera.demo.control.node.NodeStack;
import tessera.demo.fleet.plan.Fault;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.schedule.PodRequests;
import tessera.demo.store.Json;

/** The order in which the GPU stack of a node comes up: driver, toolkit, plugin; each waits for the one before it. */
final class StartingOrder implements NodeStack {

    private static final String PRE_INSTALLED = "pre-installed";

    private final Ground ground;
    private final GpuNodes nodes;
    private final Operands operands;
    private final Policies policies;
    private final Plugins plugins;

    /** What plugins are asked. */
    record Plugins(DevicePlugins devices, Mounts mounts) {}

    StartingOrder(Ground ground, GpuNodes nodes, Operands operands, Policies policies, Plugins plugins) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.plugins = plugins;
    }

    @Override
    public boolean holds(JsonNode pod) {
        return Operand.of(app(pod)).isPresent() && nodes.find(node(pod)).isPresent();
    }

    private static String app(JsonNode pod) {
        return Json.text(pod, "metadata", "labels", "app");
    }

    private static String node(JsonNode pod) {
        return Json.text(pod, "spec", "nodeName");
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
            case "toolkit-validation", "cuda-validation" -> driver(node) && present(Operand.TOOLKIT, node);
            case "plugin-validation" -> counted(node);
            default -> true;
        };
    }

    private boolean driver(String node) {
        boolean missing = nodes.find(node).map(this::withoutDriver).orElse(false);
        var gate = nodes.find(node).map(each -> each.label("nvidia.com/gpu.deploy.driver")).orElse("");
        return !missing && (gate.equals(PRE_INSTALLED) || present(Operand.DRIVER, node));
    }

    /** Whether nobody can load a driver there; one that was built elsewhere needs no headers, and is signed. */
    private boolean withoutDriver(GpuNode node) {
        return node.has(Fault.NOUVEAU) || (!policies.policy().precompiled() && (node.has(Fault.DRIVER_FAILS)
                || node.has(Fault.SECURE_BOOT) || ground.machines().driverless(node.name())));
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
        var amounts = PodRequests.amounts(node.path("status").path("capacity"));
        return amounts.names().stream().anyMatch(each -> amounts.get(each) > 0
                && (each.startsWith(Offer.GPU) || each.startsWith("nvidia.com/mig-")));
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
            case "nvidia-device-plugin" -> inTrouble(pod, Operand.PLUGIN, container);
            case "gpu-feature-discovery" -> inTrouble(pod, Operand.DISCOVERY, container);
            default -> false;
        };
    }

    /** Says in its log why it ends, if it does. */
    private boolean inTrouble(JsonNode pod, String operand, String container) {
        var why = plugins.devices().trouble(pod, operand);
        if (!why.isEmpty()) {
            ground.diaries().write(Json.text(pod, "metadata", "uid"), container, ground.loop().clock().instant(),
                    "Error: error starting plugins: " + why);
        }
        return !why.isEmpty();
    }

    @Override
    public boolean hangs(JsonNode pod) {
        return app(pod).equals("nvidia-dcgm-exporter")
                && nodes.find(node(pod)).map(each -> each.has(Fault.OPERANDS_HANG)).orElse(false);
    }

    @Override
    public Optional<String> refusal(JsonNode pod, String node) {
        return plugins.devices().refusal(pod, node);
    }
}
