package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuSharingMode.RejectedConfigException;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.requests.PodSchedulerRequests;

/** Simulated device plugins and GPU Feature Discovery: capacity and labels follow boards, strategy and configuration. */
final class SimulatedDevicePluginsAndGfd {

    private static final Duration REGISTERING = Duration.ofSeconds(2);
    private static final Duration DISCOVERING = Duration.ofSeconds(3);
    private static final Duration RELOADING = Duration.ofSeconds(3);
    /** How long a kubelet waits for a plugin to come back. */
    private static final Duration UNTIL_FORGOTTEN = Duration.ofMinutes(5);
    private static final Pattern DRIVER_VERSION = Pattern.compile("(?<=:)(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final String VENDOR = "nvidia.com/";

    private final SimulatedGpuStackContext context;
    private final SimulatedGpuNodeRegistry nodes;
    private final SimulatedGpuOperandPods operands;
    private final SimulatedClusterPolicies policies;
    private final SimulatedDevicePluginConfigMounts mounts;
    private final SimulatedControlPlaneComponent kubelet;
    private final SimulatedControlPlaneComponent discovery;

    SimulatedDevicePluginsAndGfd(SimulatedGpuStackContext context, SimulatedGpuNodeRegistry nodes,
            SimulatedGpuOperandPods operands,
            SimulatedClusterPolicies policies,
            SimulatedDevicePluginConfigMounts mounts) {
        this.context = context;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.mounts = mounts;
        kubelet = new SimulatedControlPlaneComponent(context.loop(), context.types(), "kubelet", "kubelet");
        discovery = new SimulatedControlPlaneComponent(context.loop(), context.types(), "nfd-master", "nfd-master");
        context.pods().addListener(this::podChanged);
        nodes.addListener(this::nodeChanged);
    }

    private void podChanged(@Nullable SimulatedControllerCachedPod before,
            @Nullable SimulatedControllerCachedPod after) {
        var cachedPod = after == null ? before : after;
        if (cachedPod == null || cachedPod.nodeName().isEmpty()) {
            return;
        }
        boolean runs = after != null && SimulatedGpuOperandPods.isRunning(after);
        boolean ran = before != null && SimulatedGpuOperandPods.isRunning(before);
        // What runs when it is first seen ran before anybody watched; new pods are not ready at once.
        if (runs == ran || before == null) {
            return;
        }
        var node = cachedPod.nodeName();
        if (SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.PLUGIN)) {
            context.loop().runAfter(runs ? REGISTERING : Duration.ZERO, () -> registerDevices(node));
        } else if (SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.DISCOVERY) && runs) {
            context.loop().runAfter(DISCOVERING, () -> writeDiscoveryLabels(node));
        }
    }

    /** Lets the plugin's sidecar load the newly selected configuration. */
    private void nodeChanged(@Nullable SimulatedGpuMachine before, SimulatedGpuMachine node) {
        if (before == null
                || before.label(SimulatedGpuNodeRegistry.PLUGIN_CONFIG)
                        .equals(node.label(SimulatedGpuNodeRegistry.PLUGIN_CONFIG))) {
            return;
        }
        context.loop().runAfter(RELOADING, () -> {
            for (var operand : new String[] {SimulatedGpuOperand.PLUGIN, SimulatedGpuOperand.DISCOVERY}) {
                var card = operands.findRunning(operand, node.name());
                if (card.isPresent() && !failureText(card.get(), operand).isEmpty()) {
                    context.kubelets().failPod(card.get().uid());
                }
            }
            registerDevices(node.name());
            writeDiscoveryLabels(node.name());
        });
    }

    private String failureText(SimulatedControllerCachedPod cachedPod, String operand) {
        var pod = kubelet.find(context.types().pods(), cachedPod.namespace(), cachedPod.name());
        return pod == null ? "" : failureText(pod, operand);
    }

    /** Returns the error with which plugin or feature discovery ends on a node; empty if they run. */
    String failureText(JsonNode pod, String operand) {
        var node = nodes.find(SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName"));
        if (node.isEmpty()) {
            return "";
        }
        try {
            var resourcesAndLabels = computeDevices(node.get(), mounts.sharingOf(pod, node.get()));
            return operand.equals(SimulatedGpuOperand.PLUGIN) ? resourcesAndLabels.problemText() : "";
        } catch (RejectedConfigException exception) {
            return String.valueOf(exception.getMessage());
        }
    }

    private SimulatedGpuResourcesAndLabels computeDevices(SimulatedGpuMachine node, SimulatedGpuSharingMode sharing) {
        return SimulatedGpuResourcesAndLabels.from(node.model(), nodes.partitioningsOf(node),
                policies.effectiveSpec().migStrategy(),
                sharing);
    }

    /** Returns the devices that a node's plugin advertises; empty if it is absent or has no valid configuration. */
    private Optional<SimulatedGpuResourcesAndLabels> findAdvertised(SimulatedGpuMachine node) {
        var card = operands.findRunning(SimulatedGpuOperand.PLUGIN, node.name());
        if (card.isEmpty()) {
            return Optional.empty();
        }
        try {
            var resourcesAndLabels = computeDevices(node, mounts.sharingOf(card.get(), node));
            if (resourcesAndLabels.problemText().isEmpty()) {
                return Optional.of(resourcesAndLabels);
            }
            return Optional.empty();
        } catch (RejectedConfigException exception) {
            return Optional.empty();
        }
    }

    /** Registers the advertised devices with the kubelet, or zero devices without a plugin. */
    private void registerDevices(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = kubelet.find(context.types().nodes(), "", name);
        if (node.isEmpty() || object == null || !context.machines().isAlive(name)) {
            return;
        }
        var offer = findAdvertised(node.get());
        kubelet.writeStatus(context.types().nodes(), object, fresh -> {
            var status = SimulatedStoreJsonCodec.childObject(fresh, "status");
            if (offer.isPresent()) {
                setDevices(SimulatedStoreJsonCodec.childObject(status, "capacity"), offer.get(), 0);
                setDevices(SimulatedStoreJsonCodec.childObject(status, "allocatable"), offer.get(),
                        node.get().failedGpus());
            } else {
                zeroDevices(SimulatedStoreJsonCodec.childObject(status, "allocatable"));
            }
        });
        if (offer.isEmpty()) {
            context.loop().runAfter(UNTIL_FORGOTTEN, () -> removeCapacity(name));
        }
        if (context.lean() && offer.isPresent()) {
            context.loop().runAfter(DISCOVERING, () -> writeDiscoveryLabels(name));
        }
    }

    /** Removes the capacity of a plugin that stays away. */
    private void removeCapacity(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = kubelet.find(context.types().nodes(), "", name);
        if (node.isPresent() && object != null && findAdvertised(node.get()).isEmpty()
                && context.machines().isAlive(name)) {
            kubelet.writeStatus(context.types().nodes(), object,
                    fresh -> zeroDevices(SimulatedStoreJsonCodec
                            .childObject(SimulatedStoreJsonCodec.childObject(fresh, "status"), "capacity")));
        }
    }

    private static void zeroDevices(ObjectNode amounts) {
        amounts.propertyStream().map(Map.Entry::getKey).filter(SimulatedDevicePluginsAndGfd::isDeviceResource).toList()
                .forEach(resource -> amounts.put(resource, "0"));
    }

    private static boolean isDeviceResource(String resource) {
        return resource.equals(SimulatedGpuResourcesAndLabels.GPU)
                || resource.startsWith(SimulatedGpuResourcesAndLabels.GPU + ".")
                || resource.startsWith(VENDOR + "mig-");
    }

    /** Sets the advertised amounts; resources that are no longer advertised stay with zero. */
    private static void setDevices(ObjectNode amounts, SimulatedGpuResourcesAndLabels resourcesAndLabels, int fallen) {
        zeroDevices(amounts);
        resourcesAndLabels.resources().forEach((resource, count) -> {
            boolean whole = resource.startsWith(SimulatedGpuResourcesAndLabels.GPU) && count > 0;
            long each = Math.max(1,
                    Long.parseLong(resourcesAndLabels.labels()
                            .getOrDefault(SimulatedGpuResourcesAndLabels.GPU + ".replicas", "1")));
            amounts.put(resource, Long.toString(whole ? Math.max(0, count - fallen * each) : count));
        });
    }

    /** Writes the labels of feature discovery, if it runs. */
    private void writeDiscoveryLabels(String name) throws SimulatedApiException {
        var node = nodes.find(name);
        var object = discovery.find(context.types().nodes(), "", name);
        if (node.isEmpty() || object == null || !operands.isServing(SimulatedGpuOperand.DISCOVERY, name)) {
            return;
        }
        var card = operands.findRunning(SimulatedGpuOperand.DISCOVERY, name)
                .or(() -> operands.findRunning(SimulatedGpuOperand.PLUGIN, name));
        SimulatedGpuSharingMode sharing;
        try {
            sharing = card.isPresent() ? mounts.sharingOf(card.get(), node.get()) : SimulatedGpuSharingMode.NONE;
        } catch (RejectedConfigException exception) {
            return;
        }
        var resourcesAndLabels = computeDevices(node.get(), sharing);
        discovery.edit(context.types().nodes(), object, fresh -> {
            var labels = SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(fresh, "metadata"),
                    "labels");
            var present = new TreeMap<String, String>();
            for (var each : labels.properties()) {
                present.put(each.getKey(), each.getValue().asText());
            }
            labels.remove(resourcesAndLabels.staleLabels(present));
            resourcesAndLabels.labels().forEach(labels::put);
            driverLabels(name).forEach(labels::put);
            labels.put("nvidia.com/gfd.timestamp", Long.toString(discovery.now().getEpochSecond()));
        });
    }

    /** Returns the labels of the driver version that the node's driver pod has loaded; empty without such a pod. */
    private Map<String, String> driverLabels(String node) {
        var labels = new TreeMap<String, String>();
        var card = operands.findRunning(SimulatedGpuOperand.DRIVER, node);
        var pod = card.map(each -> kubelet.find(context.types().pods(), each.namespace(), each.name()));
        var version = DRIVER_VERSION
                .matcher(
                        pod.map(object -> SimulatedStoreJsonCodec.textAt(object.path("spec").path("containers").path(0),
                                "image")).orElse(""));
        if (version.find()) {
            labels.put("nvidia.com/cuda.driver-version.full", version.group());
            labels.put("nvidia.com/cuda.driver-version.major", version.group(1));
            labels.put("nvidia.com/cuda.driver-version.minor", version.group(2));
            labels.put("nvidia.com/cuda.driver-version.revision", version.group(3));
        }
        return labels;
    }

    /** Returns the plugin's reason to refuse a pod its devices; empty if it grants them. */
    Optional<String> refusalText(JsonNode pod, String name) {
        var node = nodes.find(name);
        var card = operands.findRunning(SimulatedGpuOperand.PLUGIN, name);
        if (node.isEmpty() || card.isEmpty()) {
            return Optional.empty();
        }
        try {
            var sharing = mounts.sharingOf(card.get(), node.get());
            for (var container : pod.path("spec").path("containers")) {
                for (var each : PodSchedulerRequests.parseAmounts(container.path("resources").path("limits"))
                        .names()) {
                    var resource = sharing.renamed() ? each.replaceFirst("\\.shared$", "") : each;
                    long asked = PodSchedulerRequests.parseAmounts(container.path("resources").path("limits"))
                            .get(each);
                    if (sharing.singleDeviceOnly() && sharing.replicasOf(resource) > 1 && asked > 1) {
                        return Optional.of("Allocate failed due to rpc error: code = Unknown desc = invalid request: "
                                + "maximum request size for shared resources is 1; found " + asked
                                + ", which is unexpected");
                    }
                }
            }
            return Optional.empty();
        } catch (RejectedConfigException exception) {
            return Optional.empty();
        }
    }
}
