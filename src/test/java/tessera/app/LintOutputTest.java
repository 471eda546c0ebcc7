package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What lint prints is read: errors first, the same said once, hints in a line. */
class LintOutputTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: %s
            spec:
              containers:
              - name: main
                image: registry.example/main:1.0
                resources:
                  limits: {cpu: "4", memory: 16Gi, nvidia.com/gpu: 1}
                  requests: {cpu: "4", memory: 16Gi, nvidia.com/gpu: 1}
                securityContext:
                  privileged: %s
            """;

    @TempDir
    private Path home;

    private String file(String name, String text) throws IOException {
        return Files.writeString(home.resolve(name), text).toString();
    }

    @Test
    void hintsAreOneLineARuleAndErrorsComeFirst() throws Exception {
        var first = file("a.yaml", POD.formatted("a", false) + "---\n" + POD.formatted("b", false));
        var second = file("b.yaml", POD.formatted("c", true) + "---\n"
                + POD.formatted("d", false).replace("nvidia.com/gpu: 1}", "nvidia.com/gpu: 1.5}"));
        var third = file("c.yaml", POD.formatted("e", false));

        var out = new Program(home).run("lint", first, second, third).out().lines()
                .filter(line -> !line.startsWith("    ")).toList();

        assertThat(out.getFirst()).startsWith("error: ").contains("(gpu-amount-not-whole), 2 places: ");
        assertThat(out).filteredOn(line -> line.contains("toleration-missing")).singleElement().asString()
                .startsWith("hint: GPU nodes often have the taint nvidia.com/gpu")
                .contains("(toleration-missing, fixable with --fix), ", " places: " + first + ":10, " + first + ":24, ")
                .endsWith(" more");
        assertThat(out).filteredOn(line -> line.contains(": warning: ")).allMatch(line -> line.contains("privileged"));
        assertThat(out.getLast()).endsWith(" hints; --all lists each place");
    }

    @Test
    void everyFindingIsALineOfItsOwnWhereAllAreWanted() throws Exception {
        var file = file("a.yaml", POD.formatted("a", false) + "---\n" + POD.formatted("b", false));

        var out = new Program(home).run("lint", "--all", file).out();

        assertThat(out.lines().filter(line -> line.contains("toleration-missing"))).hasSize(2)
                .allMatch(line -> line.startsWith(file + ":"));
        assertThat(out).endsWith(" hints\n");
        var json = new ObjectMapper().readTree(new Program(home).run("lint", "-o", "json", file).out());
        assertThat(json.path("files").get(0).path("findings").findValuesAsText("rule"))
                .filteredOn("toleration-missing"::equals).hasSize(2);
    }

    @Test
    void whatSaysTheSameIsToldOnce() throws Exception {
        var file = file("a.yaml", POD.formatted("a", true) + "---\n" + POD.formatted("b", true));

        assertThat(new Program(home).run("lint", file).out().lines().filter(line -> line.contains("(privileged")))
                .singleElement().asString().startsWith("warning: ").contains("2 places: " + file + ":13, " + file);
    }

    @Test
    void valuesOfAChartAreAHintToRenderThem() throws Exception {
        var outcome = new Program(home).run("lint", file("values.yaml", "driver:\n  enabled: false\n"));

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("hint: Chart values are not Kubernetes objects",
                "helm template CHART -f FILE | tessera lint -").endsWith("1 hint\n");
    }
}
