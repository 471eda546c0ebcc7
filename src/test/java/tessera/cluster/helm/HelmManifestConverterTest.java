package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.model.ProblemException;
import tessera.yaml.KubernetesYamlReader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Texts are read as Helm itself reads them: each is given to its function {@code fromYaml}, too. */
@Timeout(60)
class HelmManifestConverterTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> SCALARS = List.of("", "~", "null", "Null", "nULL", "yes", "Yes", "yEs", "no",
            "on", "Off", "y", "Y", "n", "N", "true", "TRUE", "tRUE", "0440", "0o440", "-0440", "0x1F", "0b101",
            "-0b101", "08", "089", "1_000", "_1", "1e3", "1E+3", "1.50", ".5", "5.", "-.5", "+7", "12:30", "1:2:3",
            "2024-01-31", "2024-01-31T10:00:00Z", "1.2.3", "v1", "1Gi", "500m", "0", "-0", "00", "9223372036854775807",
            "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e400", "0.1",
            "100000000000000000000", "\"yes\"", "'0440'", "\"\"", "=", "<<x", "!!str 12", "!!int \"12\"",
            "!!float \"3\"", "1,000", "0x", "e3", "1__0", "123456789012", "1.0", "6.02e23");

    @TempDir
    private Path folder;

    /** What Helm makes of texts, each in a document of its own as JSON. */
    private List<JsonNode> read(List<String> texts) throws Exception {
        var chart = Files.createDirectories(folder.resolve("reader"));
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: reader, version: 1.0.0}");
        for (int i = 0; i < texts.size(); i++) {
            Files.writeString(chart.resolve("text-%03d.yaml".formatted(i)), texts.get(i));
        }
        Files.writeString(Files.createDirectories(chart.resolve("templates")).resolve("all.yaml"), """
                kind: Read
                texts:
                {{- range $path, $_ := .Files.Glob "text-*.yaml" }}
                - {{ $.Files.Get $path | fromYaml | toJson | quote }}
                {{- end }}
                """);
        var read = new ArrayList<JsonNode>();
        for (var text : KubernetesYamlReader.read(Helm.template(chart.toString()).call()).path("texts")) {
            read.add(JSON.readTree(text.asText()));
        }
        return read;
    }

    /** Numbers as {@code toJson} writes them: it knows no whole ones. */
    private static JsonNode rounded(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> {
                var all = JSON.createObjectNode();
                object.properties().forEach(entry -> all.set(entry.getKey(), rounded(entry.getValue())));
                yield all;
            }
            case ArrayNode array -> {
                var all = JSON.createArrayNode();
                array.forEach(element -> all.add(rounded(element)));
                yield all;
            }
            default -> tree.isNumber() ? JSON.getNodeFactory().numberNode(tree.doubleValue()) : tree;
        };
    }

    private void agrees(List<String> texts) throws Exception {
        var helm = read(texts);
        assertThat(helm).hasSameSizeAs(texts);
        for (int i = 0; i < texts.size(); i++) {
            assertThat(rounded(KubernetesYamlReader.read(texts.get(i)))).as(texts.get(i))
                    .isEqualTo(rounded(helm.get(i)));
        }
    }

    @Test
    void scalarsMeanWhatTheyMeanToHelm() throws Exception {
        agrees(SCALARS.stream().map(scalar -> "key: " + scalar + "\n").toList());
    }

    @Test
    void anchorsMergesAndOddKeysMeanWhatTheyMeanToHelm() throws Exception {
        agrees(List.of("a: &all {x: 1, y: 2}\nb: *all\n", "a: &all {x: 1, z: [1]}\nb: {<<: *all, x: 2}\n",
                "a: &all {x: 1}\nb: {x: 2, <<: *all}\n",
                "a: &one {x: 1}\nb: &two {x: 2, w: 3}\nc: {<<: [*one, *two]}\n", "8080: tcp\non: push\n1.5: x\n",
                "a: 1\na: 2\n", "a: |\n  yes\nb: >-\n  0440\n", "a: [yes, 0440, ~, ]\n",
                "# nothing but words\n---\na: 1\n", "a: {}\nb: []\nc:\n  - d:\n"));
    }

    @Test
    void documentsThatHoldNothingAreNone() throws Exception {
        assertThat(KubernetesYamlReader.readDocuments("---\n# Source: a\n---\na: 1\n---\n\n---\nb: 2\n")).hasSize(2);
        assertThat(KubernetesYamlReader.readDocuments("")).isEmpty();
    }

    @Test
    void aFewAliasesThatStandForBillionsOfValuesAreRefused() {
        var bomb = new StringBuilder("a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%1$d: &a%1$d [*a%2$d, *a%2$d, *a%2$d, *a%2$d, *a%2$d, *a%2$d]\n".formatted(i, i - 1));
        }
        assertThatThrownBy(() -> KubernetesYamlReader.read(bomb.toString())).isInstanceOf(IOException.class);
    }

    @Test
    void whatCannotBeReadIsNamedWithItsTemplate() {
        var deep = "x: " + "[".repeat(500) + "]".repeat(500);
        assertThatThrownBy(() -> HelmManifestConverter.parseManifest("""
                ---
                # Source: c/templates/a.yaml
                kind: Job
                ---
                # Source: c/templates/deep.yaml
                """ + deep)).isInstanceOfSatisfying(ProblemException.class,
                exception -> assertThat(exception.problem().problemText())
                        .isEqualTo("The output of c/templates/deep.yaml is not "
                                + "valid YAML: the nesting is deeper than 200 levels"));
    }
}
