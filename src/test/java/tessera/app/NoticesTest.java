package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

import static org.assertj.core.api.Assertions.assertThat;

/** Whose work an installed program is made of. */
class NoticesTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path KEPT = Path.of("packaging", "notices");
    /** What the notices are made of besides the libraries. */
    private static final List<Path> NEEDED = List.of(KEPT, Path.of("packaging", "installer", "licences"),
            Path.of("styles", "fonts"), Path.of("LICENSE"));
    private static final String RULE = "\n" + "-".repeat(100) + "\n";

    @TempDir
    private Path folder;

    private static Path library(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).map(Path::of)
                .filter(entry -> String.valueOf(entry.getFileName()).matches(name)).findFirst().orElseThrow();
    }

    @BeforeEach
    void shipHelm() throws IOException {
        var shipped = library("(linux|darwin|windows)-(amd64|arm64)-.*\\.jar");
        Files.copy(shipped, folder.resolve(shipped.getFileName()));
        Files.writeString(folder.resolve("sbom.json"), "{\"components\": []}");
        Files.writeString(folder.resolve("sbom.xml"),
                "<bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"><components>\n  </components></bom>");
    }

    /** What the making of the notices said, and with which status it ended. */
    private record Making(int status, String said) {}

    private Making make(Path checkout) throws Exception {
        var said = folder.resolve("said");
        var making = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-classpath", System.getProperty("java.class.path"),
                Path.of("packaging", "installer", "Notices.java").toAbsolutePath().toString(),
                folder.resolve("sbom.json").toString(), folder.toString(),
                folder.resolve("THIRD-PARTY.txt").toString())).directory(checkout.toFile()).redirectErrorStream(true)
                .redirectOutput(said.toFile()).start();
        assertThat(making.waitFor(3, TimeUnit.MINUTES)).as("it ended").isTrue();
        return new Making(making.exitValue(), Files.readString(said));
    }

    /** What is needed of a checkout, in which something else is known of the modules. */
    private Path otherwise(Consumer<List<JsonNode>> change) throws IOException {
        var checkout = folder.resolve("checkout");
        for (var root : NEEDED) {
            try (var files = Files.walk(root)) {
                for (var file : files.toList()) {
                    var copy = checkout.resolve(file);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
        var known = new ArrayList<JsonNode>();
        JSON.readTree(KEPT.resolve("modules.json").toFile()).forEach(known::add);
        change.accept(known);
        JSON.writeValue(checkout.resolve(KEPT).resolve("modules.json").toFile(), known);
        return checkout;
    }

    private static boolean helm(JsonNode known) {
        return known.path("module").asText().startsWith("helm.sh/helm/");
    }

    @Test
    void whatIsCompiledIntoHelmsNativeLibraryIsNamedWithItsVersionAndItsLicenceAndTheTextsAreThere() throws Exception {
        var making = make(Path.of("").toAbsolutePath());
        assertThat(making.status()).as(making.said()).isZero();
        var told = Files.readString(folder.resolve("THIRD-PARTY.txt"));

        everyTextIsToldOnceAndNoneIsKeptForNobody(told);
        assertThat(told).containsPattern("Compiled into it by go1\\.[0-9.]+")
                .containsPattern("(?m)^helm\\.sh/helm/v[34] v[0-9.]+: Apache-2\\.0$")
                .containsPattern("(?m)^k8s\\.io/client-go v[0-9.]+: Apache-2\\.0 AND BSD-3-Clause$");
        var listed = JSON.readTree(folder.resolve("sbom.json").toFile()).path("components");
        assertThat(listed.findValuesAsText("purl")).doesNotHaveDuplicates().hasSizeGreaterThan(100)
                .anyMatch(purl -> purl.matches("pkg:golang/stdlib@1\\.[0-9.]+"))
                .anyMatch(purl -> purl.matches("pkg:golang/helm\\.sh/helm/v[34]@v[0-9.]+"))
                .anyMatch(purl -> purl.matches("pkg:golang/k8s\\.io/client-go@v[0-9.]+"));
        assertThat(listed).allMatch(material -> material.path("licenses").size() == 1);
        var named = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(folder.resolve("sbom.xml").toFile()).getElementsByTagName("component");
        assertThat(IntStream.range(0, named.getLength()).mapToObj(position -> (Element) named.item(position))
                .map(material -> List.of(words(material, "purl"), words(material, "licenses"),
                        words(material, "copyright"))))
                .containsExactlyElementsOf(listed.valueStream()
                        .map(material -> List.of(material.path("purl").asText(),
                                material.at("/licenses/0/expression")
                                        .asText(material.at("/licenses/0/license/id").asText()),
                                material.path("copyright").asText()))
                        .toList());
    }

    private static String words(Element material, String name) {
        var found = material.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    private static void everyTextIsToldOnceAndNoneIsKeptForNobody(String told) throws IOException {
        var kept = new TreeSet<String>();
        try (var files = Files.list(KEPT.resolve("texts"))) {
            for (var file : files.toList()) {
                var text = Files.readString(file).strip();
                kept.add(file.getFileName().toString().replaceFirst("\\.txt$", ""));
                assertThat(told.split(Pattern.quote(RULE), -1)).as(file.toString()).filteredOn(
                        part -> part.stripLeading().lines().findFirst().orElse("").endsWith(" of modules of Go")
                                && (part.endsWith("\n\n" + text + "\n") || part.endsWith("\n\n" + text + "\n\n")))
                        .hasSize(1);
            }
        }
        var named = new TreeSet<String>();
        told.lines().filter(line -> line.startsWith("    Text: "))
                .forEach(line -> named.add(line.substring("    Text: ".length()).replaceFirst(",.*", "")));
        assertThat(named).isEqualTo(kept);
    }

    @Test
    void holdersAreNamedAndAVersionThatWasNotReadAndAModuleOfWhichNothingWasFound() throws Exception {
        var checkout = otherwise(
                known -> known.stream().filter(JsonNode::isObject).map(ObjectNode.class::cast).forEach(object -> {
                    if (helm(object)) {
                        object.retain("module");
                    } else if (object.path("module").asText().equals("golang.org/x/net")) {
                        object.put("version", "v0.0.1");
                    }
                }));
        var making = make(checkout);
        assertThat(making.status()).as(making.said()).isZero();

        assertThat(Files.readString(folder.resolve("THIRD-PARTY.txt"))).containsPattern(
                "(?m)^helm\\.sh/helm/\\S+ \\S+: not known\\. Neither a text of its licence nor a copyright line was found\\.$")
                .containsPattern("""
                        (?m)^golang\\.org/x/net \\S+: BSD-3-Clause
                            Copyright 2009 The Go Authors\\.
                            Text: BSD-3-Clause-Google-LLC
                            Text: PATENTS-Go
                            Read in .*, which is v0\\.0\\.1 and not the version shipped
                        """);
        var listed = JSON.readTree(folder.resolve("sbom.json").toFile()).path("components");
        assertThat(listed).filteredOn(material -> material.path("name").asText().startsWith("helm.sh/helm/"))
                .singleElement().matches(material -> !material.has("licenses"));
    }

    @Test
    void aModuleOfWhichNothingIsWrittenDownEndsTheBuild() throws Exception {
        var making = make(otherwise(known -> known.removeIf(NoticesTest::helm)));

        assertThat(making.status()).isNotZero();
        assertThat(making.said()).contains("helm.sh/helm/", "nothing is known of its licence");
        assertThat(folder.resolve("THIRD-PARTY.txt")).doesNotExist();
    }
}
