import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;

/**
 * Writes down whose work the product is made of: {@code java -cp FOLDER/* Notices.java SBOM.json FOLDER OUT.txt}, where FOLDER
 * holds the libraries. First every library with its licence, as the list of materials knows it; then the texts that the
 * libraries bring along, each once.
 */
final class Notices {

    public static void main(String[] arguments) throws IOException {
        var text = new StringBuilder("Tessera contains work of others.\n\n");
        var materials = new JsonMapper().readTree(Path.of(arguments[0]).toFile()).path("components");
        var lines = new TreeSet<String>();
        for (var material : materials) {
            lines.add("%s %s: %s".formatted(name(material), material.path("version").asText(), licences(material)));
        }
        lines.add("Inter, as the fonts Tessera Sans and Tessera Figures: OFL-1.1, in styles/fonts/OFL.txt of the sources");
        lines.add("Material Icons of Google, as the font Tessera Icons: Apache-2.0");
        lines.forEach(line -> text.append(line).append('\n'));
        texts(Path.of(arguments[1])).forEach((notice, owners) -> text.append("\n\n")
                .append("-".repeat(100)).append('\n').append(String.join(", ", owners)).append("\n\n").append(notice));
        Files.writeString(Path.of(arguments[2]), text);
    }

    private static String name(JsonNode material) {
        var group = material.path("group").asText("");
        return (group.isEmpty() ? "" : group + ":") + material.path("name").asText();
    }

    private static String licences(JsonNode material) {
        var names = new ArrayList<String>();
        for (var licence : material.path("licenses")) {
            var one = licence.path("license");
            names.add(licence.has("expression") ? licence.path("expression").asText()
                    : one.path("id").asText(one.path("name").asText("?")));
        }
        return names.isEmpty() ? "see below" : String.join(" or ", names);
    }

    private static Map<String, List<String>> texts(Path folder) throws IOException {
        var texts = new LinkedHashMap<String, List<String>>();
        try (var files = Files.list(folder)) {
            for (var file : files.filter(path -> path.toString().endsWith(".jar")).sorted().toList()) {
                try (var jar = new JarFile(file.toFile())) {
                    for (var entry : jar.stream().filter(each -> tells(each.getName())).toList()) {
                        var text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8).strip();
                        texts.computeIfAbsent(text + "\n", _ -> new ArrayList<>())
                                .add(file.getFileName() + " " + entry.getName());
                    }
                }
            }
        }
        return texts;
    }

    private static boolean tells(String entry) {
        var name = entry.toUpperCase(Locale.ROOT);
        return name.matches("(META-INF/)?([^/]*/)?(LICENSE|LICENCE|NOTICE|COPYING|OFL)[^/]*") && !name.endsWith(".CLASS")
                && !name.endsWith("/");
    }
}
