package tessera.sharing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.List;
import java.util.Optional;

/**
 * A named configuration as it is written, read with all that is wrong with it.
 *
 * @param config as the device plugin takes it; empty when it rejects it
 */
public record ConfigDocument(String text, Optional<PluginConfig> config, List<ConfigProblem> flaws) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    public ConfigDocument {
        flaws = List.copyOf(flaws);
    }

    /** Reads YAML or JSON. */
    public static ConfigDocument read(String text) {
        try {
            JsonNode tree = YAML.readTree(text);
            return new ConfigReader(KeyLines.of(text)).read(text, tree);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            return new ConfigDocument(text, Optional.empty(),
                    List.of(new ConfigProblem(ConfigProblem.ProblemWeight.REJECTED, "", line,
                            "this is no YAML", e.getOriginalMessage().lines().findFirst().orElse(""))));
        }
    }

    /** Whether the device plugin takes nothing of it. */
    public boolean rejected() {
        return config.isEmpty();
    }

    /** How it has GPUs shared; not at all when it is rejected. */
    public DeviceShares shares() {
        return config.map(PluginConfig::shares).orElse(DeviceShares.NONE);
    }
}
