package tessera.demo.control.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tessera.demo.control.gpu.GpuNodes.GpuNode;
import tessera.demo.control.gpu.Sharing.Rejected;
import tessera.demo.control.loop.PodCard;
import tessera.demo.fleet.plan.Operand;
import tessera.demo.store.Change;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;

/**
 * The configurations that pods of the device plugin find in the ConfigMap they have mounted: as it was when they started,
 * or as it is once their kubelet has looked again.
 */
final class Mounts {

    private static final Duration UNTIL_SEEN = Duration.ofSeconds(60);
    private static final String VOLUME = "available-configs";

    private final Ground ground;
    private final ResourceType maps;
    private final Policies policies;
    private final Map<String, JsonNode> byPod = new HashMap<>();
    private final Map<String, JsonNode> contents = new HashMap<>();

    Mounts(Ground ground, Policies policies) {
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

    private void changed(Change.Kind kind, ObjectNode map) {
        if (kind == Change.Kind.DELETED || !Json.text(map, "metadata", "namespace").equals(policies.namespace())) {
            return;
        }
        var name = Json.text(map, "metadata", "name");
        var data = map.path("data");
        var before = contents.put(name, data);
        if (before != null && !before.equals(data) && name.equals(policies.policy().pluginConfig())) {
            ground.pods().in(policies.namespace()).stream().filter(Mounts::configured)
                    .forEach(card -> byPod.putIfAbsent(card.uid(), before));
            // It may be another by then.
            ground.loop().after(UNTIL_SEEN, () -> byPod.replaceAll((_, _) -> contents.getOrDefault(name, data)));
        }
    }

    private static boolean configured(PodCard card) {
        return Operands.is(card, Operand.PLUGIN) || Operands.is(card, Operand.DISCOVERY);
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
    Sharing sharing(PodCard card, GpuNode node) throws Rejected {
        var pod = ground.loop().objects().find(ground.kinds().pods(), card.namespace(), card.name());
        return pod == null ? Sharing.NONE : sharing(pod, node);
    }

    Sharing sharing(JsonNode pod, GpuNode node) throws Rejected {
        var name = mounted(pod);
        if (name.isEmpty()) {
            return Sharing.NONE;
        }
        var key = key(node);
        if (key.isEmpty()) {
            return Sharing.NONE;
        }
        var uid = Json.text(pod, "metadata", "uid");
        var data = byPod.computeIfAbsent(uid, _ -> map(name.get()).orElseGet(Json::object));
        if (!data.has(key)) {
            throw new Rejected("specified config " + key + " does not exist");
        }
        return Sharing.read(data.path(key).asText());
    }

    /** Which configuration a node is to have; empty for none. */
    private String key(GpuNode node) {
        var own = node.label(GpuNodes.PLUGIN_CONFIG);
        return own.isEmpty() ? policies.policy().usualPluginConfig() : own;
    }

    /** Whether the configuration that a node is to have is not among those that a pod has mounted. */
    boolean lacks(JsonNode pod, GpuNode node) {
        var name = mounted(pod);
        var key = key(node);
        return name.isPresent() && !key.isEmpty()
                && !byPod.computeIfAbsent(Json.text(pod, "metadata", "uid"),
                        _ -> map(name.get()).orElseGet(Json::object)).has(key);
    }
}
