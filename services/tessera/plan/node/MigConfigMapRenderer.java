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

/** The text of a ConfigMap with named MIG configurations. */
final class MigConfigMapRenderer {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(Feature.WRITE_DOC_START_MARKER).enable(Feature.INDENT_ARRAYS_WITH_INDICATOR).build());
    private static final String CONFIGS = "mig-configs";
    private static final String BLANKS = "[ \\t]*+";
    private static final Pattern FIRST = Pattern
            .compile("(?m)^mig-configs:" + BLANKS + "\\n(?:" + BLANKS + "(?:#.*+)?\\n)*+( ++)\\S");

    private MigConfigMapRenderer() {}

    /** Renders a file with these configurations. */
    static String render(Map<String, MigConfig> configs) {
        return writeYaml(new MigConfigFile(configs, List.of()).toTree());
    }

    /**
     * Adds a configuration to a file; everything else stays, and so do its comments where the new one can be appended.
     *
     * @throws JsonProcessingException when it is no YAML
     */
    static String addConfig(String text, MigConfig config) throws JsonProcessingException {
        var entries = new MigConfigFile(Map.of(config.name(), config), List.of()).toTree().path(CONFIGS);
        if (!(YAML.readTree(text) instanceof ObjectNode tree)) {
            return render(Map.of(config.name(), config));
        }
        ObjectNode wanted = tree.deepCopy();
        wanted.withObject("/" + CONFIGS).set(config.name(), entries.path(config.name()));
        var appended = appendEntries(text, entries);
        return hasContent(appended, wanted) ? appended : writeYaml(wanted);
    }

    private static String appendEntries(String text, JsonNode entries) {
        var first = FIRST.matcher(text);
        var indent = first.find() ? first.group(1) : "";
        return text + (text.endsWith("\n") ? "" : "\n") + writeYaml(entries).indent(indent.length());
    }

    private static boolean hasContent(String text, JsonNode wanted) {
        try {
            return wanted.equals(YAML.readTree(text));
        } catch (JsonProcessingException _) {
            return false;
        }
    }

    private static String writeYaml(JsonNode tree) {
        try {
            return YAML.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("unwritable YAML", e);
        }
    }
}
