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
public record ConfigDocument(String text, Optional<PluginConfig> config, List<ConfigProblem> problems) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    public ConfigDocument {
        problems = List.copyOf(problems);
    }

    /** Parses YAML or JSON. */
    public static ConfigDocument parse(String text) {
        try {
            JsonNode tree = YAML.readTree(text);
            return new ConfigParser(YamlKeyLines.parse(text)).parse(text, tree);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            return new ConfigDocument(text, Optional.empty(),
                    List.of(new ConfigProblem(ConfigProblem.ProblemWeight.REJECTED, "", line,
                            "this is no YAML", e.getOriginalMessage().lines().findFirst().orElse(""))));
        }
    }

    /** Returns whether the device plugin rejects the whole configuration. */
    public boolean isRejected() {
        return config.isEmpty();
    }

    /** Returns the sharing of GPUs; no sharing where the configuration is rejected. */
    public DeviceShares shares() {
        return config.map(PluginConfig::shares).orElse(DeviceShares.NONE);
    }
}
