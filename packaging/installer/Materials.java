import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The lists of materials (CycloneDX), as JSON and as XML, to which is added what whoever made them could not see: the Go modules
 * that are compiled into native libraries.
 */
final class Materials {

    private static final String LAST = "</components>";

    private final Map<String, Material> added = new LinkedHashMap<>();

    /**
     * What is added.
     *
     * @param version empty where nobody gave it one
     * @param words   what it is in
     */
    private record Material(String name, String version, String words) {

        /** As lists of materials name Go modules: in small letters, whatever they are called. */
        String purl() {
            return "pkg:golang/" + name.toLowerCase(Locale.ROOT)
                    + (version.isEmpty() ? "" : "@" + version.replace("+", "%2B"));
        }
    }

    /** Adds what is compiled into a library, and the library of Go itself. */
    void add(GoModules made, String library) {
        var words = "Compiled into " + library;
        put(new Material("stdlib", made.go().replaceFirst("^go", ""), words));
        for (var module : made.modules()) {
            // Behind them may stand what they take the place of.
            var said = module.replaceFirst(",.*", "").split(" ");
            put(new Material(said[0], said[1].startsWith("v") ? said[1] : "", words));
        }
    }

    private void put(Material material) {
        added.putIfAbsent(material.purl(), material);
    }

    /** Writes them into the lists. What is there already stays as it is, however often this is done. */
    void into(Path json, Path xml) throws IOException {
        var mapper = new JsonMapper();
        var list = (ObjectNode) mapper.readTree(json.toFile());
        var components = list.path("components") instanceof ArrayNode there ? there : list.putArray("components");
        var known = new ArrayList<String>();
        components.forEach(component -> known.add(component.path("bom-ref").asText()));
        for (var material : left(known)) {
            var component = components.addObject().put("type", "library").put("bom-ref", material.purl()).put("name",
                    material.name());
            if (!material.version().isEmpty()) {
                component.put("version", material.version());
            }
            component.put("description", material.words()).put("purl", material.purl());
        }
        mapper.writerWithDefaultPrettyPrinter().writeValue(json.toFile(), list);
        if (Files.exists(xml)) {
            write(xml);
        }
    }

    private List<Material> left(List<String> known) {
        return added.values().stream().filter(material -> !known.contains(material.purl())).toList();
    }

    private void write(Path xml) throws IOException {
        var text = Files.readString(xml);
        int end = text.lastIndexOf(LAST);
        if (end < 0) {
            throw new IllegalStateException("%s holds no components".formatted(xml));
        }
        var known = added.keySet().stream().filter(purl -> text.contains("bom-ref=\"%s\"".formatted(purl))).toList();
        var components = new StringBuilder();
        for (var material : left(known)) {
            components.append("""
                    <component type="library" bom-ref="%s">
                      <name>%s</name>
                      %s<description>%s</description>
                      <purl>%s</purl>
                    </component>
                    """.formatted(material.purl(), material.name(), material.version().isEmpty() ? ""
                    : "<version>%s</version>\n  ".formatted(material.version()), material.words(), material.purl()));
        }
        Files.writeString(xml, text.substring(0, end) + components.toString().indent(4).strip() + "\n  "
                + text.substring(end));
    }
}
