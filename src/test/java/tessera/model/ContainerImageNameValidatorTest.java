package tessera.model;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter;

import static org.assertj.core.api.Assertions.assertThat;

/** A name of an image is read as the kubelet and container runtimes read it. */
class ContainerImageNameValidatorTest {

    private static final String IDENTIFIER = "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "team/model:1.2", "registry.example:5000/team/model", "localhost/a", "[::1]:80/a",
        "Registry/team/model:1", "REGISTRY.example/a:V1",
        "a@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"})
    void whatRuntimesReadIsTaken(String name) {
        assertThat(ContainerImageNameValidator.problemText(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Model:1      | “Model” in the image path has upper-case letters
            Team/Model:1 | “Model” in the image path has upper-case letters
            Te_am/model  | “Te_am” in the image path has upper-case letters
            team//model  | a part of the image path is empty
            a b          | “a b” in the image path contains invalid characters
            """)
    void whatTheyDoNotReadIsToldWithWhy(String name, String reason) {
        assertThat(ContainerImageNameValidator.problemText(name)).get().asString().startsWith(reason);
    }

    @Test
    void anIdentifierAloneAndAPathThatIsTooLongCannotBePulled() {
        assertThat(ContainerImageNameValidator.problemText(IDENTIFIER)).get().asString()
                .startsWith("64 hexadecimal digits are an image ID");
        assertThat(ContainerImageNameValidator.problemText("a" + IDENTIFIER)).isEmpty();
        assertThat(ContainerImageNameValidator.problemText("registry.example/" + "a".repeat(255) + ":1")).isEmpty();
        assertThat(ContainerImageNameValidator.problemText("registry.example/" + "a".repeat(256) + ":1"))
                .hasValue("the image path has 256 characters, but at most 255 are allowed");
    }

    @Test
    void aFirstPartThatIsARegistryForItsCapitalsAloneIsPointedOut() {
        var finding = new ManifestLinter(AcceleratorCatalog.standard()).check("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {containers: [{name: a, image: "Team/model:1"}]}
                """, Optional.empty()).stream().filter(each -> each.rule().id().equals("image-unknown")).findFirst()
                .orElseThrow();
        assertThat(finding.reasonText())
                .startsWith("“Team” is read as a registry, because an image path cannot contain capital letters");
        assertThat(finding.alternatives()).singleElement()
                .satisfies(way -> assertThat(way.description()).isEqualTo("Use team/model:1"));
    }
}
