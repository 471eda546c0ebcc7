package tessera.sharing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.List;
import java.util.Optional;

/**
 * The text of a named configuration, with the parsed configuration and its problems.
 *
 * @param config as the device plugin takes it; empty when it rejects it
 */
public record DevicePluginConfigDocument(String text, Optional<DevicePluginConfig> config,
        List<DevicePluginConfigProblem> problems) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    public DevicePluginConfigDocument {
        problems = List.copyOf(problems);
    }

    /** Parses YAML or JSON. */
    public static DevicePluginConfigDocument parse(String text) {
        try {
            JsonNode tree = YAML.readTree(text);
            return new DevicePluginConfigParser(YamlKeyLineNumbers.parse(text)).parse(text, tree);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            return new DevicePluginConfigDocument(text, Optional.empty(),
                    List.of(new DevicePluginConfigProblem(DevicePluginConfigProblem.ConfigProblemEffect.REJECTED, "",
                            line,
                            "this is no YAML", e.getOriginalMessage().lines().findFirst().orElse(""))));
        }
    }

    /** Returns whether the device plugin rejects the whole configuration. */
    public boolean isRejected() {
        return config.isEmpty();
    }

    /** Returns the sharing of GPUs; no sharing where the configuration is rejected. */
    public DeviceShareCounts shares() {
        return config.map(DevicePluginConfig::shares).orElse(DeviceShareCounts.NONE);
    }
}
