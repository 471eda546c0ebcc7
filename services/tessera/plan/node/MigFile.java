package tessera.plan.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;

/** The text of a ConfigMap that names MIG configurations. */
final class MigFile {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(Feature.WRITE_DOC_START_MARKER).enable(Feature.INDENT_ARRAYS_WITH_INDICATOR).build());
    private static final String CONFIGS = "mig-configs";
    private static final Pattern FIRST = Pattern
            .compile("(?m)^mig-configs:[ \\t]*\\n(?:[ \\t]*+(?:#.*+)?\\n)*+( ++)\\S");

    private MigFile() {}

    /** A file that names these. */
    static String of(Map<String, MigConfig> configs) {
        return write(new MigConfigFile(configs, List.of()).tree());
    }

    /**
     * A file that names one more; what else it says stays, and so do its remarks wherever the new one can stand at the end.
     *
     * @throws JsonProcessingException when it is no YAML
     */
    static String with(String text, MigConfig config) throws JsonProcessingException {
        var entries = new MigConfigFile(Map.of(config.name(), config), List.of()).tree().path(CONFIGS);
        if (!(YAML.readTree(text) instanceof ObjectNode tree)) {
            return of(Map.of(config.name(), config));
        }
        ObjectNode wanted = tree.deepCopy();
        wanted.withObject("/" + CONFIGS).set(config.name(), entries.path(config.name()));
        var appended = appended(text, entries);
        return means(appended, wanted) ? appended : write(wanted);
    }

    private static String appended(String text, JsonNode entries) {
        var first = FIRST.matcher(text);
        var indent = first.find() ? first.group(1) : "";
        return text + (text.endsWith("\n") ? "" : "\n") + write(entries).indent(indent.length());
    }

    private static boolean means(String text, JsonNode wanted) {
        try {
            return wanted.equals(YAML.readTree(text));
        } catch (JsonProcessingException _) {
            return false;
        }
    }

    private static String write(JsonNode tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what was read cannot be written", e);
        }
    }
}
