package tessera.sharing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A named configuration of the device plugin.
 *
 * @param settings what it says besides sharing, as texts by path, e.g. {@code flags.migStrategy}
 */
public record DevicePluginConfig(SortedMap<String, List<String>> settings, DeviceShareCounts shares) {

    static final String MIG_STRATEGY = "flags.migStrategy";
    private static final ObjectMapper YAML = new ObjectMapper(
            YAMLFactory.builder().disable(Feature.WRITE_DOC_START_MARKER).enable(Feature.MINIMIZE_QUOTES).build());
    private static final DevicePluginConfigSchema SCHEMA = DevicePluginConfigSchema.bundled();

    public DevicePluginConfig {
        var copy = new TreeMap<String, List<String>>();
        settings.forEach((path, values) -> copy.put(path, List.copyOf(values)));
        settings = Collections.unmodifiableSortedMap(copy);
    }

    /** Returns a configuration that sets only the sharing of GPUs. */
    public static DevicePluginConfig sharingOnly(DeviceShareCounts shares) {
        return new DevicePluginConfig(new TreeMap<>(), shares);
    }

    /** Returns the MIG strategy; empty where the configuration does not set it. */
    public Optional<String> migStrategy() {
        return Optional.ofNullable(settings.get(MIG_STRATEGY)).map(List::getFirst);
    }

    /** Returns the configuration as YAML for the device plugin. */
    public String yaml() {
        var tree = JsonNodeFactory.instance.objectNode().put("version", "v1");
        for (var setting : settings.entrySet()) {
            var path = new ArrayList<>(List.of(setting.getKey().split("\\.", -1)));
            var name = path.removeLast();
            ObjectNode place = tree;
            for (var each : path) {
                place = place.withObjectProperty(each);
            }
            writeSetting(place, name, setting);
        }
        if (!shares.replicasByResource().isEmpty()) {
            writeShares(tree.putObject("sharing")
                    .putObject(shares.strategy() == GpuSharingStrategy.MPS ? "mps" : "timeSlicing"));
        }
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("unwritable YAML", e);
        }
    }

    private static void writeSetting(ObjectNode place, String name, Map.Entry<String, List<String>> setting) {
        var values = setting.getValue();
        switch (SCHEMA.find(setting.getKey()).map(DevicePluginConfigSchema.DevicePluginConfigKey::type)
                .orElse(DevicePluginConfigSchema.KeyType.TEXT)) {
            case TRUTH -> place.put(name, Boolean.parseBoolean(values.getFirst()));
            case CHANNELS -> {
                var list = place.putArray(name);
                values.forEach(value -> list.add(Integer.parseInt(value)));
            }
            case TEXTS -> {
                if (values.size() == 1) {
                    place.put(name, values.getFirst());
                } else {
                    values.forEach(place.putArray(name)::add);
                }
            }
            default -> place.put(name, values.getFirst());
        }
    }

    private void writeShares(ObjectNode block) {
        if (shares.renamed()) {
            block.put("renameByDefault", true);
        }
        if (shares.failsAboveOne() && shares.strategy() != GpuSharingStrategy.MPS) {
            block.put("failRequestsGreaterThanOne", true);
        }
        var list = block.putArray("resources");
        shares.replicasByResource()
                .forEach((name, number) -> list.addObject().put("name", name).put("replicas", number));
    }
}
