package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.gpu.SharingMode.RejectedConfigException;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.object.ApiError;
import tessera.demo.schedule.SimulatedPodRequests;
import tessera.demo.store.StoreJson;

/** The device plugins and what feature discovery writes: capacity and labels follow boards, strategy and configuration. */
final class DevicePlugins {

    private static final Duration REGISTERING = Duration.ofSeconds(2);
    private static final Duration DISCOVERING = Duration.ofSeconds(3);
    private static final Duration RELOADING = Duration.ofSeconds(3);
    /** How long a kubelet waits for a plugin to come back. */
    private static final Duration UNTIL_FORGOTTEN = Duration.ofMinutes(5);
    private static final Pattern DRIVER_VERSION = Pattern.compile("(?<=:)(\\d+)\\.(\\d+)\\.(\\d+)");
    private static final String VENDOR = "nvidia.com/";

    private final GpuStackContext ground;
    private final SimulatedGpuNodes nodes;
    private final OperandPods operands;
    private final ClusterPolicies policies;
    private final MountedConfigs mounts;
    private final ControlComponent kubelet;
    private final ControlComponent discovery;

    DevicePlugins(GpuStackContext ground, SimulatedGpuNodes nodes, OperandPods operands, ClusterPolicies policies,
            MountedConfigs mounts) {
        this.ground = ground;
        this.nodes = nodes;
        this.operands = operands;
        this.policies = policies;
        this.mounts = mounts;
        kubelet = new ControlComponent(ground.loop(), ground.kinds(), "kubelet", "kubelet");
        discovery = new ControlComponent(ground.loop(), ground.kinds(), "nfd-master", "nfd-master");
        ground.pods().listen(this::podChanged);
        nodes.listen(this::nodeChanged);
    }

    private void podChanged(@Nullable PodCard before, @Nullable PodCard after) {
        var card = after == null ? before : after;
        if (card == null || card.node().isEmpty()) {
            return;
        }
        boolean runs = after != null && OperandPods.runs(after);
        boolean ran = before != null && OperandPods.runs(before);
        // What runs when it is first seen ran before anybody watched; new pods are not ready at once.
        if (runs == ran || before == null) {
            return;
        }
        var node = card.node();
        if (OperandPods.is(card, GpuOperand.PLUGIN)) {
            ground.loop().after(runs ? REGISTERING : Duration.ZERO, () -> register(node));
        } else if (OperandPods.is(card, GpuOperand.DISCOVERY) && runs) {
            ground.loop().after(DISCOVERING, () -> discover(node));
        }
    }

    /** The sidecar of the plugin finds another configuration and has the plugin load it. */
    private void nodeChanged(@Nullable GpuMachine before, GpuMachine node) {
        if (before == null
                || before.label(SimulatedGpuNodes.PLUGIN_CONFIG).equals(node.label(SimulatedGpuNodes.PLUGIN_CONFIG))) {
            return;
        }
        ground.loop().after(RELOADING, () -> {
            for (var operand : new String[] {GpuOperand.PLUGIN, GpuOperand.DISCOVERY}) {
                var card = operands.running(operand, node.name());
                if (card.isPresent() && !trouble(card.get(), operand).isEmpty()) {
                    ground.kubelets().fail(card.get().uid());
                }
            }
            register(node.name());
            discover(node.name());
        });
    }

    private String trouble(PodCard card, String operand) {
        var pod = kubelet.find(ground.kinds().pods(), card.namespace(), card.name());
        return pod == null ? "" : trouble(pod, operand);
    }

    /** Why plugin or feature discovery end on a node; empty if they do not. */
    String trouble(JsonNode pod, String operand) {
        var node = nodes.find(StoreJson.text(pod, "spec", "nodeName"));
        if (node.isEmpty()) {
            return "";
        }
        try {
            var offer = offer(node.get(), mounts.sharing(pod, node.get()));
            return operand.equals(GpuOperand.PLUGIN) ? offer.trouble() : "";
        } catch (RejectedConfigException why) {
            return String.valueOf(why.getMessage());
        }
    }

    private AdvertisedDevices offer(GpuMachine node, SharingMode sharing) {
        return AdvertisedDevices.of(node.model(), nodes.cuts(node), policies.policy().migStrategy(), sharing);
    }

    /** What the plugin of a node offers, if it is there and knows what to do. */
    private Optional<AdvertisedDevices> offered(GpuMachine node) {
        var card = operands.running(GpuOperand.PLUGIN, node.name());
        if (card.isEmpty()) {
            return Optional.empty();
        }
        try {
            var offer = offer(node, mounts.sharing(card.get(), node));
            return offer.trouble().isEmpty() ? Optional.of(offer) : Optional.empty();
        } catch (RejectedConfigException why) {
            return Optional.empty();
        }
    }

    /** Has the kubelet count what the plugin offers, or nothing where there is no plugin. */
    private void register(String name) throws ApiError {
        var node = nodes.find(name);
        var object = kubelet.find(ground.kinds().nodes(), "", name);
        if (node.isEmpty() || object == null || !ground.machines().alive(name)) {
            return;
        }
        var offer = offered(node.get());
        kubelet.report(ground.kinds().nodes(), object, fresh -> {
            var status = StoreJson.child(fresh, "status");
            if (offer.isPresent()) {
                count(StoreJson.child(status, "capacity"), offer.get(), 0);
                count(StoreJson.child(status, "allocatable"), offer.get(), node.get().fallen());
            } else {
                withdraw(StoreJson.child(status, "allocatable"));
            }
        });
        if (offer.isEmpty()) {
            ground.loop().after(UNTIL_FORGOTTEN, () -> forget(name));
        }
        if (ground.lean() && offer.isPresent()) {
            ground.loop().after(DISCOVERING, () -> discover(name));
        }
    }

    /** A plugin that stays away is no longer counted at all. */
    private void forget(String name) throws ApiError {
        var node = nodes.find(name);
        var object = kubelet.find(ground.kinds().nodes(), "", name);
        if (node.isPresent() && object != null && offered(node.get()).isEmpty() && ground.machines().alive(name)) {
            kubelet.report(ground.kinds().nodes(), object,
                    fresh -> withdraw(StoreJson.child(StoreJson.child(fresh, "status"), "capacity")));
        }
    }

    private static void withdraw(ObjectNode amounts) {
        amounts.propertyStream().map(Map.Entry::getKey).filter(DevicePlugins::counted).toList()
                .forEach(resource -> amounts.put(resource, "0"));
    }

    private static boolean counted(String resource) {
        return resource.equals(AdvertisedDevices.GPU) || resource.startsWith(AdvertisedDevices.GPU + ".")
                || resource.startsWith(VENDOR + "mig-");
    }

    /** Names that were counted before and are no longer offered stay, with nothing of them. */
    private static void count(ObjectNode amounts, AdvertisedDevices offer, int fallen) {
        withdraw(amounts);
        offer.resources().forEach((resource, count) -> {
            boolean whole = resource.startsWith(AdvertisedDevices.GPU) && count > 0;
            long each = Math.max(1,
                    Long.parseLong(offer.labels().getOrDefault(AdvertisedDevices.GPU + ".replicas", "1")));
            amounts.put(resource, Long.toString(whole ? Math.max(0, count - fallen * each) : count));
        });
    }

    /** Writes what feature discovery finds, if it is there. */
    private void discover(String name) throws ApiError {
        var node = nodes.find(name);
        var object = discovery.find(ground.kinds().nodes(), "", name);
        if (node.isEmpty() || object == null || !operands.serves(GpuOperand.DISCOVERY, name)) {
            return;
        }
        var card = operands.running(GpuOperand.DISCOVERY, name).or(() -> operands.running(GpuOperand.PLUGIN, name));
        SharingMode sharing;
        try {
            sharing = card.isPresent() ? mounts.sharing(card.get(), node.get()) : SharingMode.NONE;
        } catch (RejectedConfigException why) {
            return;
        }
        var offer = offer(node.get(), sharing);
        discovery.edit(ground.kinds().nodes(), object, fresh -> {
            var labels = StoreJson.child(StoreJson.child(fresh, "metadata"), "labels");
            var present = new TreeMap<String, String>();
            labels.properties().forEach(each -> present.put(each.getKey(), each.getValue().asText()));
            labels.remove(offer.stale(present));
            offer.labels().forEach(labels::put);
            driver(name).forEach(labels::put);
            labels.put("nvidia.com/gfd.timestamp", Long.toString(discovery.now().getEpochSecond()));
        });
    }

    /** The version of the driver that a node's pod has loaded, if there is such a pod. */
    private Map<String, String> driver(String node) {
        var labels = new TreeMap<String, String>();
        var card = operands.running(GpuOperand.DRIVER, node);
        var pod = card.map(each -> kubelet.find(ground.kinds().pods(), each.namespace(), each.name()));
        var version = DRIVER_VERSION
                .matcher(pod.map(each -> StoreJson.text(each.path("spec").path("containers").path(0),
                        "image")).orElse(""));
        if (version.find()) {
            labels.put("nvidia.com/cuda.driver-version.full", version.group());
            labels.put("nvidia.com/cuda.driver-version.major", version.group(1));
            labels.put("nvidia.com/cuda.driver-version.minor", version.group(2));
            labels.put("nvidia.com/cuda.driver-version.revision", version.group(3));
        }
        return labels;
    }

    /** Why the plugin of a node gives a pod nothing; empty if it does. */
    Optional<String> refusal(JsonNode pod, String name) {
        var node = nodes.find(name);
        var card = operands.running(GpuOperand.PLUGIN, name);
        if (node.isEmpty() || card.isEmpty()) {
            return Optional.empty();
        }
        try {
            var sharing = mounts.sharing(card.get(), node.get());
            for (var container : pod.path("spec").path("containers")) {
                for (var each : SimulatedPodRequests.amounts(container.path("resources").path("limits")).names()) {
                    var resource = sharing.renamed() ? each.replaceFirst("\\.shared$", "") : each;
                    long asked = SimulatedPodRequests.amounts(container.path("resources").path("limits")).get(each);
                    if (sharing.onlyOne() && sharing.of(resource) > 1 && asked > 1) {
                        return Optional.of("Allocate failed due to rpc error: code = Unknown desc = invalid request: "
                                + "maximum request size for shared resources is 1; found " + asked
                                + ", which is unexpected");
                    }
                }
            }
            return Optional.empty();
        } catch (RejectedConfigException why) {
            return Optional.empty();
        }
    }
}
