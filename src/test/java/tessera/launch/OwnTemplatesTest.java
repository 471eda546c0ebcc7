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
            mine.yaml | count: 2        | count: none               | count takes a number
            mine.yaml | type: text,     | type: colour,             | is of no type that there is: colour; there are name, image
            mine.yaml | title: Fine     | titel: Fine               | the head has no “titel”; it has custom, description
            mine.yaml | help: What      | hint: What                | the parameter “dataset” has no “hint”
            mine.yaml | dataset: {      | data: {                   | a template has a place that no parameter fills: dataset; a variable of a shell is written $dataset there
            mine.yaml | name: fine-tune | namen: fine-tune          | the parameter “namen” is not one that all templates know
            mine.yaml | parameters:     | parameters: [             | line
            mine.yaml | kind: Pod       | kind: [                   | what it makes is no YAML: line
            mine.yaml | kind: Pod       | sort: Pod                 | there is no object in its manifest
            mine.yaml | title: Fine     | 'custom: Job\\ntitle: Fine' | custom is no APIVERSION/KIND
            mine.yaml | ---             | ''                        | there is no line “---”
            pod.yaml  | title:          | title:                    | the product has a template of this name
            Mine.yaml | title:          | title:                    | its name takes small letters
            """)
    void oneThatCannotBeUsedIsToldWithTheReasonAndOthersServe(String file, String part, String instead, String reason)
            throws Exception {
        with("other.yaml", HEAD + MANIFEST);
        var templates = with(file, (HEAD + MANIFEST).replace(part, instead.replace("\\n", "\n")));

        assertThat(templates.brokenTemplates()).singleElement().asString().startsWith("The template " + file)
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
                .containsExactly(
                        "The template endless.yaml cannot be used: it is no file, nor does it lead to one",
                        "The template folder.yaml cannot be used: it is no file, nor does it lead to one",
                        "The template long.yaml cannot be used: it is longer than 256 KiB");
        assertThat(templates.findTemplate("pod")).isPresent();
    }

    @Test
    void withoutTheFolderThereAreThoseOfTheProduct() {
        assertThat(WorkloadTemplateLibrary.withFolder(folder.resolve("none")).templates())
                .isEqualTo(WorkloadTemplateLibrary.bundled().templates());
    }
}
