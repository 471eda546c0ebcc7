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
import java.util.stream.Collectors;

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
     * @param known   what is known of its licence
     */
    private record Material(String name, String version, String words, GoLicences.Known known) {

        /** As lists of materials name Go modules: in small letters, whatever they are called. */
        String purl() {
            return "pkg:golang/" + name.toLowerCase(Locale.ROOT)
                    + (version.isEmpty() ? "" : "@" + version.replace("+", "%2B"));
        }

        /** Lists of materials tell identifiers from what is made of several. */
        boolean severalLicences() {
            return known.licence().contains(" ");
        }

        String holders() {
            return String.join("; ", known.holders());
        }
    }

    /** Adds what is compiled into a library, and the library of Go itself. */
    void add(GoModules made, String library, GoLicences licences) {
        var words = "Compiled into " + library;
        for (var module : made.all()) {
            var numbered = module.name().equals(GoModules.STANDARD) || module.version().startsWith("v");
            put(new Material(module.name(), numbered ? module.version() : "", words, licences.of(module.name())));
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
            license(component, material);
        }
        mapper.writerWithDefaultPrettyPrinter().writeValue(json.toFile(), list);
        if (Files.exists(xml)) {
            write(xml);
        }
    }

    private static void license(ObjectNode component, Material material) {
        if (material.known().licence() != null) {
            var licence = component.putArray("licenses").addObject();
            if (material.severalLicences()) {
                licence.put("expression", material.known().licence());
            } else {
                licence.putObject("license").put("id", material.known().licence());
            }
        }
        if (!material.holders().isEmpty()) {
            component.put("copyright", material.holders());
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
            components.append(component(material));
        }
        Files.writeString(xml, text.substring(0, end) + components.toString().indent(4).strip() + "\n  "
                + text.substring(end));
    }

    private static String component(Material material) {
        var about = element("name", material.name())
                + (material.version().isEmpty() ? "" : element("version", material.version()))
                + element("description", material.words()) + licenses(material)
                + (material.holders().isEmpty() ? "" : element("copyright", escaped(material.holders())))
                + element("purl", material.purl());
        return element("component type=\"library\" bom-ref=\"%s\"".formatted(material.purl()), "\n" + about.indent(2));
    }

    private static String licenses(Material material) {
        var licence = material.known().licence();
        if (licence == null) {
            return "";
        }
        return element("licenses", material.severalLicences() ? element("expression", licence).strip()
                : element("license", element("id", licence).strip()).strip());
    }

    /** On a line of its own. */
    private static String element(String start, String content) {
        return "<%s>%s</%s>\n".formatted(start, content, start.split(" ", 2)[0]);
    }

    private static String escaped(String text) {
        return text.chars().mapToObj(letter -> switch (letter) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            default -> Character.toString(letter);
        }).collect(Collectors.joining());
    }
}
