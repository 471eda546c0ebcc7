package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.SimulatedCachedPod;
import tessera.demo.control.SimulatedControllerContext;
import tessera.demo.control.gpu.SimulatedGpuNodeRegistry.SimulatedGpuMachine;
import tessera.demo.control.gpu.SimulatedGpuSharingMode.RejectedConfigException;
import tessera.demo.fixture.plan.SimulatedGpuOperand;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/**
 * The mounted ConfigMaps of device plugin pods: as of the pod's start, or current once the kubelet has refreshed them.
 */
final class SimulatedDevicePluginConfigMounts {

    private static final Duration UNTIL_SEEN = Duration.ofSeconds(60);
    private static final String VOLUME = "available-configs";

    private final SimulatedControllerContext context;
    private final SimulatedResourceType maps;
    private final SimulatedClusterPolicies policies;
    private final Map<String, JsonNode> byPod = new HashMap<>();
    private final Map<String, JsonNode> contents = new HashMap<>();

    SimulatedDevicePluginConfigMounts(SimulatedControllerContext context, SimulatedClusterPolicies policies) {
        this.context = context;
        this.policies = policies;
        maps = context.loop().objects().catalog().get("configmaps");
        context.loop().follow(maps, this::configMapChanged);
        context.pods().addListener((before, after) -> {
            if (after == null && before != null) {
                byPod.remove(before.uid());
            }
        });
    }

    private void configMapChanged(WatchEventType kind, ObjectNode map) {
        if (kind == WatchEventType.DELETED
                || !SimulatedMetadata.namespaceOf(map).equals(policies.operatorNamespace())) {
            return;
        }
        var name = SimulatedMetadata.nameOf(map);
        var data = map.path("data");
        var before = contents.put(name, data);
        if (before != null && !before.equals(data) && name.equals(policies.effectiveSpec().pluginConfigMapName())) {
            context.pods().inNamespace(policies.operatorNamespace()).stream()
                    .filter(SimulatedDevicePluginConfigMounts::isPluginPod)
                    .forEach(cachedPod -> byPod.putIfAbsent(cachedPod.uid(), before));
            // It may be another by then.
            context.loop().runAfter(UNTIL_SEEN, () -> replaceContents(name, data));
        }
    }

    private void replaceContents(String name, JsonNode data) {
        byPod.replaceAll((_, _) -> contents.getOrDefault(name, data));
    }

    private static boolean isPluginPod(SimulatedCachedPod cachedPod) {
        return SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.PLUGIN)
                || SimulatedGpuOperandPods.isPodOf(cachedPod, SimulatedGpuOperand.DISCOVERY);
    }

    /** Returns the current ConfigMap, mounted or not. */
    Optional<JsonNode> findConfigMap(String name) {
        return Optional.ofNullable(context.loop().objects().find(maps, policies.operatorNamespace(), name))
                .map(map -> map.path("data"));
    }

    boolean isMountable(JsonNode pod) {
        return mountedConfigMapName(pod).map(name -> findConfigMap(name).isPresent()).orElse(true);
    }

    private static Optional<String> mountedConfigMapName(JsonNode pod) {
        return pod.path("spec").path("volumes").valueStream()
                .filter(volume -> volume.path("name").asText().equals(VOLUME)).findFirst()
                .map(volume -> volume.path("configMap").path("name").asText());
    }

    /** Returns the sharing mode that a plugin pod's configuration sets for the node's boards. */
    SimulatedGpuSharingMode sharingOf(JsonNode pod, SimulatedGpuMachine node) throws RejectedConfigException {
        var key = configKey(node);
        var data = mountedData(pod);
        if (data.isEmpty() || key.isEmpty()) {
            return SimulatedGpuSharingMode.NONE;
        }
        if (!data.get().has(key)) {
            throw new RejectedConfigException("specified config " + key + " does not exist");
        }
        return SimulatedGpuSharingMode.parse(data.get().path(key).asText());
    }

    private Optional<JsonNode> mountedData(JsonNode pod) {
        return mountedConfigMapName(pod).map(name -> byPod.computeIfAbsent(SimulatedMetadata.uidOf(pod),
                _ -> findConfigMap(name).orElseGet(SimulatedStoreJsonCodec::newObject)));
    }

    /** Returns the name of the configuration selected for a node; empty if there is none. */
    private String configKey(SimulatedGpuMachine node) {
        var own = node.label(SimulatedGpuNodeRegistry.PLUGIN_CONFIG);
        return own.isEmpty() ? policies.effectiveSpec().defaultPluginConfig() : own;
    }

    /** Returns whether the configuration selected for a node is missing from the pod's mounted ones. */
    boolean lacksConfig(JsonNode pod, SimulatedGpuMachine node) {
        var key = configKey(node);
        return !key.isEmpty() && mountedData(pod).filter(data -> !data.has(key)).isPresent();
    }
}
