import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Writes down whose work the product is made of: {@code java -cp FOLDER/* Notices.java SBOM.json FOLDER OUT.txt}, where FOLDER
 * holds the libraries. First every library with its licence, as the list of materials knows it; then the texts that the
 * libraries bring along, each once, and those of {@code licences} for libraries that bring none, though their licence wants to be told:
 * one of which there is no text ends it. Of native libraries that Go made, what is compiled into them, with what
 * {@code packaging/notices} knows of it, which goes into the list of materials, too, and into the one in XML beside it.
 */
final class Notices {

    private static final Path KEPT = Path.of("packaging", "installer", "licences");
    private static final Path FONTS = Path.of("styles", "fonts", "OFL.txt");

    public static void main(String[] arguments) throws IOException {
        var text = new StringBuilder("Tessera contains work of others.\n\n");
        var materials = libraries(Path.of(arguments[0]));
        var lines = new TreeSet<String>();
        for (var material : materials) {
            lines.add("%s %s: %s".formatted(name(material), material.path("version").asText(), licences(material)));
        }
        lines.add("Inter, as the fonts Tessera Sans and Tessera Figures: OFL-1.1");
        lines.add("Material Icons of Google, as the font Tessera Icons: Apache-2.0");
        lines.forEach(line -> text.append(line).append('\n'));
        text.append("\nThe text of GPL-2.0-with-classpath-exception is among those of the Java runtime, in legal/java.base.\n");
        var texts = texts(Path.of(arguments[1]));
        var kept = kept();
        var told = String.join("\n", kept.keySet()) + texts.values();
        var compiled = new Materials();
        var licences = GoLicences.kept();
        var modules = tellOfGo(text, compiled, Path.of(arguments[1]), licences);
        licences.texts(modules).forEach((name, notice) -> add(texts, notice, name + " of modules of Go"));
        texts.forEach((notice, owners) -> tell(text, String.join(", ", owners), notice));
        kept.forEach((owners, notice) -> tell(text, owners, notice));
        tell(text, "Inter, as the fonts Tessera Sans and Tessera Figures", Files.readString(FONTS));
        for (var material : materials) {
            var name = material.path("name").asText();
            if (licences(material).matches(".*(BSD|MIT).*") && !told.contains(name)) {
                throw new IllegalStateException("%s (%s) brings no text of its licence: put it into %s".formatted(name,
                        licences(material), KEPT));
            }
        }
        compiled.into(Path.of(arguments[0]), Path.of(arguments[0].replaceFirst("\\.json$", ".xml")));
        Files.writeString(Path.of(arguments[2]), text);
        // What is in the folder of the libraries is part of the program on every system.
        Files.writeString(Path.of(arguments[1], "THIRD-PARTY.txt"), text);
        Files.copy(Path.of("LICENSE"), Path.of(arguments[1], "LICENSE.txt"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** What is compiled in may be in the list from another time. */
    private static List<JsonNode> libraries(Path list) throws IOException {
        return new JsonMapper().readTree(list.toFile()).path("components").valueStream().filter(
                material -> !material.path("purl").asText().startsWith("pkg:golang/")).toList();
    }

    private static void tell(StringBuilder text, String owners, String notice) {
        text.append("\n\n").append("-".repeat(100)).append('\n').append(owners).append("\n\n").append(notice);
    }

    /** What is compiled into the libraries that Go made, and by whom. Of the modules, by their names, the texts have to be told. */
    private static Set<String> tellOfGo(StringBuilder text, Materials compiled, Path folder, GoLicences licences)
            throws IOException {
        var told = new TreeSet<String>();
        for (var file : jars(folder)) {
            try (var jar = new JarFile(file.toFile())) {
                for (var entry : jar.stream().filter(each -> each.getName().matches("helm[^/]*\\.(so|dylib|dll)"))
                        .toList()) {
                    var made = GoModules.of(jar.getInputStream(entry).readAllBytes()).orElseThrow(
                            () -> new IllegalStateException(
                                    "%s of %s does not say what is compiled into it".formatted(entry, file)));
                    var library = "%s of %s".formatted(entry, file.getFileName());
                    compiled.add(made, library, licences);
                    made.all().forEach(module -> told.add(module.name()));
                    tell(text, library, """
                            Compiled into it by %s, whose own library is the first of them, are these modules of Go. The texts are below, by
                            their names, each once. To the source of each leads https://pkg.go.dev/NAME@VERSION

                            %s""".formatted(made.go(), made.all().stream().map(licences::words).collect(
                            Collectors.joining("\n"))));
                }
            }
        }
        return told;
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(path -> path.toString().endsWith(".jar")).sorted().toList();
        }
    }

    /** By the names of those whose they are, which are the first line of each. */
    private static Map<String, String> kept() throws IOException {
        var kept = new LinkedHashMap<String, String>();
        try (var files = Files.list(KEPT)) {
            for (var file : files.sorted().toList()) {
                var lines = Files.readString(file).split("\\R\\R", 2);
                kept.put(lines[0], lines[1]);
            }
        }
        return kept;
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
        for (var file : jars(folder)) {
            try (var jar = new JarFile(file.toFile())) {
                for (var entry : jar.stream().filter(each -> tells(each.getName())).toList()) {
                    add(texts, new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8),
                            file.getFileName() + " " + entry.getName());
                }
            }
        }
        return texts;
    }

    private static void add(Map<String, List<String>> texts, String text, String owner) {
        texts.computeIfAbsent(text.strip() + "\n", _ -> new ArrayList<>()).add(owner);
    }

    private static boolean tells(String entry) {
        var name = entry.toUpperCase(Locale.ROOT);
        return name.matches("(META-INF/)?([^/]*/)?(LICENSE|LICENCE|NOTICE|COPYING|OFL)[^/]*") && !name.endsWith(".CLASS")
                && !name.endsWith("/");
    }
}
