package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedControlPlaneComponent;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuSharingMode.RejectedConfigException;
import tessera.demo.control.gpu.SimulatedGpuStackController.GpuStackKnowledge;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.kube.labels.LabelSelector;
import tessera.kube.requests.PodSchedulerRequests;

/** Simulated device plugins and GPU Feature Discovery: capacity and labels follow boards, strategy and configuration. */
final class SimulatedDevicePluginsAndGfd extends SimulatedGpuStackController {

    private static final Duration REGISTERING = Duration.ofSeconds(2);
    private static final Duration DISCOVERING = Duration.ofSeconds(3);
    private static final Duration RELOADING = Duration.ofSeconds(3);
    /** How long a kubelet waits for a plugin to come back. */
    private static final Duration UNTIL_FORGOTTEN = Duration.ofMinutes(5);
    private static final Pattern DRIVER_VERSION = Pattern.compile("(?<=:)(\\d+)\\.(\\d+)\\.(\\d+)");

    private final SimulatedControlPlaneComponent discovery;

    SimulatedDevicePluginsAndGfd(GpuStackKnowledge knowledge) {
        super(knowledge, "kubelet", "kubelet");
        discovery = context.controllers().newComponent("nfd-master", "nfd-master");
        pods.addListener(this::podChanged);
        nodes.addListener(this::nodeChanged);
    }

    private void podChanged(@Nullable SimulatedCachedPod before, @Nullable SimulatedCachedPod after) {
        var cachedPod = after == null ? before : after;
        // What runs when it is first seen ran before anybody watched; new pods are not ready at once.
        if (cachedPod == null || before == null || cachedPod.nodeName().isEmpty()) {
            return;
        }
        boolean runs = after != null && SimulatedGpuOperandPods.isRunning(after);
        if (runs == SimulatedGpuOperandPods.isRunning(before)) {
            return;
        }
        var node = cachedPod.nodeName();
        if (SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.PLUGIN)) {
            loop.runAfter(runs ? REGISTERING : Duration.ZERO, () -> registerDevices(node));
        } else if (SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.DISCOVERY) && runs) {
            loop.runAfter(DISCOVERING, () -> writeDiscoveryLabels(node));
        }
    }

    /** Lets the plugin's sidecar load the newly selected configuration. */
    private void nodeChanged(@Nullable SimulatedGpuMachine before, SimulatedGpuMachine node) {
        if (before == null || !node.differsIn(SimulatedGpuNodeRegistry.PLUGIN_CONFIG, before)) {
            return;
        }
        loop.runAfter(RELOADING, () -> {
            for (var operand : List.of(SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY)) {
                var cachedPod = operands.findRunning(operand, node.name());
                var pod = cachedPod.map(component::findPod);
                if (pod.isPresent() && !failureText(pod.get(), operand).isEmpty()) {
                    context.kubelets().failPod(cachedPod.get().uid());
                }
            }
            registerDevices(node.name());
            writeDiscoveryLabels(node.name());
        });
    }

    /** Returns the error with which plugin or feature discovery ends on a node; empty if they run. */
    String failureText(JsonNode pod, String operand) {
        var node = nodes.find(pod.path("spec").path("nodeName").asText(""));
        if (node.isEmpty()) {
            return "";
        }
        try {
            var devices = computeDevices(node.get(), mounts.sharingOf(pod, node.get()));
            return operand.equals(SimulatedGpuOperand.PLUGIN) ? devices.problemText() : "";
        } catch (RejectedConfigException exception) {
            return String.valueOf(exception.getMessage());
        }
    }

    private SimulatedGpuResourcesAndLabels computeDevices(SimulatedGpuMachine node, SimulatedGpuSharingMode sharing) {
        return SimulatedGpuResourcesAndLabels.from(node.model(), nodes.partitioningsOf(node),
                policies.effectiveSpec().migStrategy(), sharing);
    }

    /** Returns the sharing that a pod's configuration sets for a node; empty if that is invalid or there is no pod. */
    private Optional<SimulatedGpuSharingMode> validSharing(Optional<SimulatedCachedPod> cachedPod,
            SimulatedGpuMachine node) {
        try {
            var pod = cachedPod.map(component::findPod);
            return pod.isPresent() ? Optional.of(mounts.sharingOf(pod.get(), node)) : Optional.empty();
        } catch (RejectedConfigException exception) {
            return Optional.empty();
        }
    }

    /** Returns the devices that a node's plugin advertises; empty if it is absent or has no valid configuration. */
    private Optional<SimulatedGpuResourcesAndLabels> findAdvertised(SimulatedGpuMachine node) {
        return validSharing(operands.findRunning(SimulatedGpuOperand.PLUGIN, node.name()), node)
                .map(sharing -> computeDevices(node, sharing)).filter(devices -> devices.problemText().isEmpty());
    }

    /** Registers the advertised devices with the kubelet, or zero devices without a plugin. */
    private void registerDevices(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = findNode(name);
        if (node.isEmpty() || object == null || !context.machines().isAlive(name)) {
            return;
        }
        var offer = findAdvertised(node.get());
        component.writeStatus(types.nodes(), object, fresh -> {
            var status = fresh.withObjectProperty("status");
            if (offer.isPresent()) {
                setDevices(status.withObjectProperty("capacity"), offer.get(), 0);
                setDevices(status.withObjectProperty("allocatable"), offer.get(), node.get().failedGpus());
            } else {
                zeroDevices(status.withObjectProperty("allocatable"));
            }
        });
        if (offer.isEmpty()) {
            loop.runAfter(UNTIL_FORGOTTEN, () -> removeCapacity(name));
        } else if (context.lean()) {
            loop.runAfter(DISCOVERING, () -> writeDiscoveryLabels(name));
        }
    }

    /** Removes the capacity of a plugin that stays away. */
    private void removeCapacity(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = findNode(name);
        if (node.isPresent() && object != null && findAdvertised(node.get()).isEmpty()
                && context.machines().isAlive(name)) {
            component.writeStatus(types.nodes(), object,
                    fresh -> zeroDevices(fresh.withObjectProperty("status").withObjectProperty("capacity")));
        }
    }

    private static void zeroDevices(ObjectNode amounts) {
        amounts.propertyStream().map(Map.Entry::getKey).filter(SimulatedGpuResourcesAndLabels::isDeviceResource)
                .toList().forEach(resource -> amounts.put(resource, "0"));
    }

    /** Sets the advertised amounts; resources that are no longer advertised stay with zero. */
    private static void setDevices(ObjectNode amounts, SimulatedGpuResourcesAndLabels devices, int fallen) {
        zeroDevices(amounts);
        long each = Math.max(1,
                Long.parseLong(devices.labels().getOrDefault(SimulatedGpuResourcesAndLabels.GPU + ".replicas", "1")));
        devices.resources().forEach((resource, count) -> {
            boolean whole = resource.startsWith(SimulatedGpuResourcesAndLabels.GPU) && count > 0;
            amounts.put(resource, Long.toString(whole ? Math.max(0, count - fallen * each) : count));
        });
    }

    private void writeDiscoveryLabels(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = findNode(name);
        if (node.isEmpty() || object == null || !operands.isServing(SimulatedGpuOperand.DISCOVERY, name)) {
            return;
        }
        var cachedPod = operands.findRunning(SimulatedGpuOperand.DISCOVERY, name)
                .or(() -> operands.findRunning(SimulatedGpuOperand.PLUGIN, name));
        var sharing = cachedPod.isEmpty() ? Optional.of(SimulatedGpuSharingMode.NONE)
                : validSharing(cachedPod, node.get());
        if (sharing.isEmpty()) {
            return;
        }
        var devices = computeDevices(node.get(), sharing.get());
        discovery.edit(types.nodes(), object, fresh -> {
            var labels = SimulatedMetadata.labelsOf(fresh);
            labels.remove(devices.staleLabels(LabelSelector.readLabels(labels)));
            devices.labels().forEach(labels::put);
            putDriverLabels(labels, name);
            labels.put("nvidia.com/gfd.timestamp", Long.toString(discovery.now().getEpochSecond()));
        });
    }

    /** Writes the labels of the driver version that the node's driver pod has loaded. */
    private void putDriverLabels(ObjectNode labels, String node) {
        var image = operands.findRunning(SimulatedGpuOperand.DRIVER, node).map(component::findPod)
                .map(pod -> pod.path("spec").path("containers").path(0).path("image").asText()).orElse("");
        var version = DRIVER_VERSION.matcher(image);
        if (version.find()) {
            labels.put("nvidia.com/cuda.driver-version.full", version.group())
                    .put("nvidia.com/cuda.driver-version.major", version.group(1))
                    .put("nvidia.com/cuda.driver-version.minor", version.group(2))
                    .put("nvidia.com/cuda.driver-version.revision", version.group(3));
        }
    }

    /** Returns the plugin's reason to refuse a pod its devices; empty if it grants them. */
    Optional<String> refusalText(JsonNode pod, String name) {
        var sharing = nodes.find(name)
                .flatMap(node -> validSharing(operands.findRunning(SimulatedGpuOperand.PLUGIN, name), node));
        if (sharing.isEmpty() || !sharing.get().singleDeviceOnly()) {
            return Optional.empty();
        }
        for (var container : pod.path("spec").path("containers")) {
            var limits = PodSchedulerRequests.parseAmounts(container.path("resources").path("limits"));
            for (var limit : limits.names()) {
                var resource = sharing.get().renamed() ? limit.replaceFirst("\\.shared$", "") : limit;
                if (sharing.get().replicasOf(resource) > 1 && limits.get(limit) > 1) {
                    return Optional.of("Allocate failed due to rpc error: code = Unknown desc = invalid request: "
                            + "maximum request size for shared resources is 1; found " + limits.get(limit)
                            + ", which is unexpected");
                }
            }
        }
        return Optional.empty();
    }
}
