package tessera.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Templates of the user's own are files; one that cannot be used is told, and the others serve. */
class OwnTemplatesTest {

    private static final String MANIFEST = """
            ---
            apiVersion: v1
            kind: Pod
            metadata:
              name: ${name}
            spec:
              ${placement}
              containers:
                - name: main
                  image: ${image}
                  args: ["${dataset}"]
                  ${resources}
            """;
    private static final String HEAD = """
            title: Fine-tuning
            parameters:
              name: fine-tune
              image: registry.example/work:3
              resource:
              count: 2
              dataset: {type: text, title: Data set, help: What is learnt from, usual: small}
            """;

    @TempDir
    private Path folder;

    private WorkloadTemplateLibrary with(String file, String text) throws Exception {
        Files.writeString(folder.resolve(file), text);
        return WorkloadTemplateLibrary.withFolder(folder);
    }

    @Test
    void aFileIsATemplateBehindThoseOfTheProduct() throws Exception {
        var templates = with("fine-tune.yaml", HEAD + MANIFEST);

        assertThat(templates.brokenTemplates()).isEmpty();
        var mine = templates.templates().getLast();
        assertThat(mine.id()).isEqualTo("fine-tune");
        assertThat(mine.findParameter("count").orElseThrow().defaultValue()).isEqualTo("2");
        assertThat(mine.findParameter("resource").orElseThrow().defaultValue()).isEqualTo("nvidia.com/gpu");
        assertThat(mine.fill(Map.of("dataset", "all: of it"), Optional.empty()).yaml()).contains("name: fine-tune\n",
                "args: [\"all: of it\"]", "nvidia.com/gpu: 2", "tolerations:");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mine.yaml | count: 2        | count: none               | count must be a number
            mine.yaml | type: text,     | type: colour,             | has the unknown type colour (valid: name, image,
            mine.yaml | title: Fine     | titel: Fine               | The head has no key “titel” (valid: custom, description,
            mine.yaml | help: What      | hint: What                | Parameter “dataset” has no key “hint”
            mine.yaml | dataset: {      | data: {                   | No parameter fills the placeholder dataset. If it is a shell variable, write $dataset.
            mine.yaml | name: fine-tune | namen: fine-tune          | Parameter “namen” is not predefined. Set its
            mine.yaml | parameters:     | parameters: [             | cannot be used. Line 4:
            mine.yaml | kind: Pod       | kind: [                   | The filled-in manifest is not valid YAML. Line
            mine.yaml | kind: Pod       | sort: Pod                 | The manifest contains no object
            mine.yaml | title: Fine     | 'custom: Job\\ntitle: Fine' | custom is “Job”, not APIVERSION/KIND
            mine.yaml | ---             | ''                        | The line “---” between
            pod.yaml  | title:          | title:                    | A bundled template has this name
            Mine.yaml | title:          | title:                    | The file name may have only lower-case letters
            """)
    void oneThatCannotBeUsedIsToldWithTheReasonAndOthersServe(String file, String part, String instead, String reason)
            throws Exception {
        with("other.yaml", HEAD + MANIFEST);
        var templates = with(file, (HEAD + MANIFEST).replace(part, instead.replace("\\n", "\n")));

        assertThat(templates.brokenTemplates()).singleElement().asString().startsWith("Template " + file)
                .contains(reason.strip());
        assertThat(templates.findTemplate("other")).isPresent();
        assertThat(templates.findTemplate("pod")).isPresent();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @Timeout(60)
    void whatHasNoEndIsNotRead() throws Exception {
        Files.createSymbolicLink(folder.resolve("endless.yaml"), Path.of("/dev/zero"));
        Files.createDirectory(folder.resolve("folder.yaml"));
        var templates = with("long.yaml", "#".repeat(300 * 1024));

        assertThat(templates.brokenTemplates()).extracting(WorkloadTemplateLibrary.InvalidTemplateFile::toString)
                .containsExactly("Template endless.yaml cannot be used. The path is not a file.",
                        "Template folder.yaml cannot be used. The path is not a file.",
                        "Template long.yaml cannot be used. The file is larger than 256 KiB.");
        assertThat(templates.findTemplate("pod")).isPresent();
    }

    @Test
    void withoutTheFolderThereAreThoseOfTheProduct() {
        assertThat(WorkloadTemplateLibrary.withFolder(folder.resolve("none")).templates())
                .isEqualTo(WorkloadTemplateLibrary.bundled().templates());
    }
}
