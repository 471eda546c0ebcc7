package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Program.Outcome;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.scenario.Scenario;

import static org.assertj.core.api.Assertions.assertThat;

/** Who asks why a pod waits, or what is wrong with the cluster, is told so on the command line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class ExplainCommandsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path home;
    private SimulatedCluster cluster;
    private String kubeconfig;

    @BeforeAll
    void serve() throws Exception {
        cluster = SimulatedCluster.start(Options.usual().withLife(false)
                .withFaults(List.of(Scenario.parse("wedged-mig=h100-07").orElseThrow())));
        kubeconfig = Files.writeString(home.resolve("admin.kubeconfig"), cluster.kubeconfig()).toString();
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private Outcome tessera(String... words) throws Exception {
        var command = new ArrayList<>(List.of(words));
        if (!command.contains("--kubeconfig")) {
            command.addAll(List.of("--kubeconfig", kubeconfig));
        }
        return new Program(home).run(command.toArray(String[]::new));
    }

    @Test
    void aPodThatCanNeverRunIsToldSoInOneSentenceAndInTheSchedulersWords() throws Exception {
        var outcome = tessera("why", "sdxl-tune-0");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("vision/sdxl-tune-0 · Pending")
                .contains("Wants 4 × nvidia.com/gpu; of the ")
                .contains("0/30 nodes are available: ").contains("What the scheduler says\n  The same.");
    }

    @Test
    void whyAPodWaitsIsToldToPrograms() throws Exception {
        var fit = JSON.readTree(tessera("why", "research/b200-probe", "-o", "json").out());

        assertThat(fit.path("kind").asText()).isEqualTo("Fit");
        assertThat(fit.path("outcome").asText()).isEqualTo("closed");
        assertThat(fit.path("scheduler").path("compared").asText()).isEqualTo("same");
        assertThat(fit.path("nodes")).hasSize(30);
        assertThat(fit.at("/suggestions/1/command").asText())
                .isEqualTo("tessera plan taint b200-02 dedicated:NoSchedule-");
    }

    @Test
    void theFitOfAManifestIsToldBeforeItIsLaunched() throws Exception {
        var manifest = Files.writeString(home.resolve("job.yaml"), """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train}
                spec:
                  parallelism: 3
                  template:
                    spec:
                      tolerations: [{key: nvidia.com/gpu, operator: Exists}]
                      containers:
                      - {name: main, resources: {limits: {nvidia.com/gpu: 1, cpu: 2, memory: 8Gi}}}
                """);
        var json = JSON.readTree(tessera("why", "-f", manifest.toString(), "-n", "research", "-o", "json").out());
        assertThat(json.at("/pods/0/wanted").asInt()).isEqualTo(3);
        assertThat(json.at("/pods/0/room").asInt()).isPositive();
        assertThat(json.at("/pods/0/outcome").asText()).isEqualTo("fits");
        assertThat(json.at("/pods/0/quotas/0/resource").asText()).isEqualTo("requests.nvidia.com/gpu");
    }

    @Test
    void whatIsNotThereOrNotUnderstoodIsSaid() throws Exception {
        var missing = tessera("why", "research/nobody");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).startsWith("tessera: There is no pod “research/nobody”");
        assertThat(tessera("why").code()).isEqualTo(2);
        assertThat(tessera("doctor", "--pod", "nobody").code()).isEqualTo(2);
        var broken = Files.writeString(home.resolve("broken.yaml"), "a: [");
        assertThat(tessera("why", "-f", broken.toString()).err()).contains("neither YAML nor JSON");
    }

    @Test
    void theDoctorFindsWhatIsWrongWithANodeAndEndsWithOne() throws Exception {
        var outcome = tessera("doctor", "--node", "h100-08", "-o", "json");

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        var json = JSON.readTree(outcome.out());
        assertThat(json.path("findings").findValuesAsText("id")).contains("devices-unhealthy", "xid-critical",
                "devices-gone");
        assertThat(json.path("findings")).allSatisfy(each -> {
            assertThat(each.path("node").asText()).isEqualTo("h100-08");
            assertThat(each.path("remedy").asText()).isNotBlank();
        });
        assertThat(json.path("notLookedAt")).isNotEmpty();
    }

    @Test
    void theDoctorWritesADocumentAboutOneNode() throws Exception {
        assertThat(tessera("doctor", "--node", "h100-07", "-o", "md").out()).startsWith("# GPUs of the cluster\n")
                .contains("## Warnings\n").contains("tessera plan mend-mig h100-07 --by ").contains("- **Remedy:** ")
                .contains("## Not looked at\n").doesNotContain("h100-08");
    }

    @Test
    void whatMayNotBeReadIsListedAsNotLookedAt() throws Exception {
        var limited = Files.writeString(home.resolve("limited.kubeconfig"), cluster.kubeconfig("nodeadmin")).toString();
        var outcome = tessera("doctor", "--node", "h100-04", "--kubeconfig", limited);

        assertThat(outcome.out()).as(outcome.err()).contains("Not looked at\n").contains("Pods: none may be read")
                .contains("DaemonSets of the GPU stack: ");
    }
}
