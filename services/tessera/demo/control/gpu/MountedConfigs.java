package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.gpu.SharingMode.RejectedConfigException;
import tessera.demo.control.gpu.SimulatedGpuNodes.GpuMachine;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/**
 * The configurations that pods of the device plugin find in the ConfigMap they have mounted: as it was when they started,
 * or as it is once their kubelet has looked again.
 */
final class MountedConfigs {

    private static final Duration UNTIL_SEEN = Duration.ofSeconds(60);
    private static final String VOLUME = "available-configs";

    private final GpuStackContext ground;
    private final ResourceType maps;
    private final ClusterPolicies policies;
    private final Map<String, JsonNode> byPod = new HashMap<>();
    private final Map<String, JsonNode> contents = new HashMap<>();

    MountedConfigs(GpuStackContext ground, ClusterPolicies policies) {
        this.ground = ground;
        this.policies = policies;
        maps = ground.loop().objects().catalog().get("configmaps");
        ground.loop().follow(maps, this::changed);
        ground.pods().listen((before, after) -> {
            if (after == null && before != null) {
                byPod.remove(before.uid());
            }
        });
    }

    private void changed(StoreChange.ChangeKind kind, ObjectNode map) {
        if (kind == StoreChange.ChangeKind.DELETED
                || !StoreJson.text(map, "metadata", "namespace").equals(policies.namespace())) {
            return;
        }
        var name = StoreJson.text(map, "metadata", "name");
        var data = map.path("data");
        var before = contents.put(name, data);
        if (before != null && !before.equals(data) && name.equals(policies.policy().pluginConfig())) {
            ground.pods().in(policies.namespace()).stream().filter(MountedConfigs::configured)
                    .forEach(card -> byPod.putIfAbsent(card.uid(), before));
            // It may be another by then.
            ground.loop().after(UNTIL_SEEN, () -> byPod.replaceAll((_, _) -> contents.getOrDefault(name, data)));
        }
    }

    private static boolean configured(PodCard card) {
        return OperandPods.is(card, GpuOperand.PLUGIN) || OperandPods.is(card, GpuOperand.DISCOVERY);
    }

    /** The ConfigMap as it is now, whoever has mounted it. */
    Optional<JsonNode> map(String name) {
        return Optional.ofNullable(ground.loop().objects().find(maps, policies.namespace(), name))
                .map(map -> map.path("data"));
    }

    /** Whether what a pod mounts is there. */
    boolean mountable(JsonNode pod) {
        return mounted(pod).map(name -> map(name).isPresent()).orElse(true);
    }

    private static Optional<String> mounted(JsonNode pod) {
        for (var volume : pod.path("spec").path("volumes")) {
            if (volume.path("name").asText().equals(VOLUME)) {
                return Optional.of(volume.path("configMap").path("name").asText());
            }
        }
        return Optional.empty();
    }

    /** How a pod of the plugin is to share the boards of its node. */
    SharingMode sharing(PodCard card, GpuMachine node) throws RejectedConfigException {
        var pod = ground.loop().objects().find(ground.kinds().pods(), card.namespace(), card.name());
        return pod == null ? SharingMode.NONE : sharing(pod, node);
    }

    SharingMode sharing(JsonNode pod, GpuMachine node) throws RejectedConfigException {
        var name = mounted(pod);
        if (name.isEmpty()) {
            return SharingMode.NONE;
        }
        var key = key(node);
        if (key.isEmpty()) {
            return SharingMode.NONE;
        }
        var uid = StoreJson.text(pod, "metadata", "uid");
        var data = byPod.computeIfAbsent(uid, _ -> map(name.get()).orElseGet(StoreJson::object));
        if (!data.has(key)) {
            throw new RejectedConfigException("specified config " + key + " does not exist");
        }
        return SharingMode.read(data.path(key).asText());
    }

    /** Which configuration a node is to have; empty for none. */
    private String key(GpuMachine node) {
        var own = node.label(SimulatedGpuNodes.PLUGIN_CONFIG);
        return own.isEmpty() ? policies.policy().usualPluginConfig() : own;
    }

    /** Whether the configuration that a node is to have is not among those that a pod has mounted. */
    boolean lacks(JsonNode pod, GpuMachine node) {
        var name = mounted(pod);
        var key = key(node);
        return name.isPresent() && !key.isEmpty()
                && !byPod.computeIfAbsent(StoreJson.text(pod, "metadata", "uid"),
                        _ -> map(name.get()).orElseGet(StoreJson::object)).has(key);
    }
}
