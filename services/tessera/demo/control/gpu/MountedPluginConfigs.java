package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.gpu.GpuNodeRegistry.GpuMachine;
import tessera.demo.control.gpu.SharingMode.RejectedConfigException;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.fixture.plan.GpuOperand;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/**
 * The mounted ConfigMaps of device plugin pods: as of the pod's start, or current once the kubelet has refreshed them.
 */
final class MountedPluginConfigs {

    private static final Duration UNTIL_SEEN = Duration.ofSeconds(60);
    private static final String VOLUME = "available-configs";

    private final GpuStackContext ground;
    private final ResourceType maps;
    private final ClusterPolicies policies;
    private final Map<String, JsonNode> byPod = new HashMap<>();
    private final Map<String, JsonNode> contents = new HashMap<>();

    MountedPluginConfigs(GpuStackContext ground, ClusterPolicies policies) {
        this.ground = ground;
        this.policies = policies;
        maps = ground.loop().objects().catalog().get("configmaps");
        ground.loop().follow(maps, this::configMapChanged);
        ground.pods().addListener((before, after) -> {
            if (after == null && before != null) {
                byPod.remove(before.uid());
            }
        });
    }

    private void configMapChanged(StoreChange.ChangeKind kind, ObjectNode map) {
        if (kind == StoreChange.ChangeKind.DELETED
                || !StoreJson.textAt(map, "metadata", "namespace").equals(policies.operatorNamespace())) {
            return;
        }
        var name = StoreJson.textAt(map, "metadata", "name");
        var data = map.path("data");
        var before = contents.put(name, data);
        if (before != null && !before.equals(data) && name.equals(policies.effectiveSpec().pluginConfigMapName())) {
            ground.pods().inNamespace(policies.operatorNamespace()).stream().filter(MountedPluginConfigs::isPluginPod)
                    .forEach(card -> byPod.putIfAbsent(card.uid(), before));
            // It may be another by then.
            ground.loop().runAfter(UNTIL_SEEN, () -> byPod.replaceAll((_, _) -> contents.getOrDefault(name, data)));
        }
    }

    private static boolean isPluginPod(CachedPod card) {
        return OperandPods.isPodOf(card, GpuOperand.PLUGIN) || OperandPods.isPodOf(card, GpuOperand.DISCOVERY);
    }

    /** Returns the current ConfigMap, mounted or not. */
    Optional<JsonNode> findConfigMap(String name) {
        return Optional.ofNullable(ground.loop().objects().find(maps, policies.operatorNamespace(), name))
                .map(map -> map.path("data"));
    }

    /** Returns whether the ConfigMap that a pod mounts exists. */
    boolean isMountable(JsonNode pod) {
        return mountedConfigMapName(pod).map(name -> findConfigMap(name).isPresent()).orElse(true);
    }

    private static Optional<String> mountedConfigMapName(JsonNode pod) {
        for (var volume : pod.path("spec").path("volumes")) {
            if (volume.path("name").asText().equals(VOLUME)) {
                return Optional.of(volume.path("configMap").path("name").asText());
            }
        }
        return Optional.empty();
    }

    /** Returns the sharing mode that a plugin pod's configuration sets for the node's boards. */
    SharingMode sharingOf(CachedPod card, GpuMachine node) throws RejectedConfigException {
        var pod = ground.loop().objects().find(ground.kinds().pods(), card.namespace(), card.name());
        return pod == null ? SharingMode.NONE : sharingOf(pod, node);
    }

    SharingMode sharingOf(JsonNode pod, GpuMachine node) throws RejectedConfigException {
        var name = mountedConfigMapName(pod);
        if (name.isEmpty()) {
            return SharingMode.NONE;
        }
        var key = configKey(node);
        if (key.isEmpty()) {
            return SharingMode.NONE;
        }
        var uid = StoreJson.textAt(pod, "metadata", "uid");
        var data = byPod.computeIfAbsent(uid, _ -> findConfigMap(name.get()).orElseGet(StoreJson::newObject));
        if (!data.has(key)) {
            throw new RejectedConfigException("specified config " + key + " does not exist");
        }
        return SharingMode.parse(data.path(key).asText());
    }

    /** Returns the name of the configuration selected for a node; empty if there is none. */
    private String configKey(GpuMachine node) {
        var own = node.label(GpuNodeRegistry.PLUGIN_CONFIG);
        return own.isEmpty() ? policies.effectiveSpec().defaultPluginConfig() : own;
    }

    /** Returns whether the configuration selected for a node is missing from the pod's mounted ones. */
    boolean lacksConfig(JsonNode pod, GpuMachine node) {
        var name = mountedConfigMapName(pod);
        var key = configKey(node);
        return name.isPresent() && !key.isEmpty()
                && !byPod.computeIfAbsent(StoreJson.textAt(pod, "metadata", "uid"),
                        _ -> findConfigMap(name.get()).orElseGet(StoreJson::newObject)).has(key);
    }
}
