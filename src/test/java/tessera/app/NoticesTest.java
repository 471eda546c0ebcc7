package tessera.app;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Whose work an installed program is made of. */
class NoticesTest {

    @TempDir
    private Path folder;

    private static Path library(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).map(Path::of)
                .filter(entry -> String.valueOf(entry.getFileName()).matches(name)).findFirst().orElseThrow();
    }

    @Test
    void whatIsCompiledIntoHelmsNativeLibraryIsNamedWithItsVersion() throws Exception {
        var shipped = library("(linux|darwin|windows)-(amd64|arm64)-.*\\.jar");
        Files.copy(shipped, folder.resolve(shipped.getFileName()));
        var materials = Files.writeString(folder.resolve("sbom.json"), "{\"components\": []}");
        var xml = Files.writeString(folder.resolve("sbom.xml"),
                "<bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"><components>\n  </components></bom>");
        var notices = folder.resolve("THIRD-PARTY.txt");
        var said = folder.resolve("said");
        var making = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-classpath", System.getProperty("java.class.path"), "packaging/installer/Notices.java",
                materials.toString(), folder.toString(), notices.toString())).redirectErrorStream(true)
                .redirectOutput(said.toFile()).start();

        assertThat(making.waitFor(120, TimeUnit.SECONDS)).as("it ended").isTrue();
        assertThat(making.exitValue()).as(Files.readString(said)).isZero();

        assertThat(Files.readString(notices)).containsPattern("Compiled into it by go1\\.[0-9.]+")
                .containsPattern("(?m)^helm\\.sh/helm/v[34] v[0-9.]+$")
                .containsPattern("(?m)^k8s\\.io/client-go v[0-9.]+$");
        var listed = new JsonMapper().readTree(materials.toFile()).path("components").findValuesAsText("purl");
        assertThat(listed).doesNotHaveDuplicates().anyMatch(purl -> purl.matches("pkg:golang/stdlib@1\\.[0-9.]+"))
                .anyMatch(purl -> purl.matches("pkg:golang/helm\\.sh/helm/v[34]@v[0-9.]+"))
                .anyMatch(purl -> purl.matches("pkg:golang/k8s\\.io/client-go@v[0-9.]+"));
        var named = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(xml.toFile())
                .getElementsByTagName("purl");
        assertThat(IntStream.range(0, named.getLength()).mapToObj(place -> named.item(place).getTextContent()))
                .containsExactlyElementsOf(listed);
    }
}
