package tessera.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.app.Program;
import tessera.app.Program.Outcome;
import tessera.app.ServedCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** Who comes later reads what was done in a cluster from this machine, and finds the way back. */
@Timeout(180)
class ChangeJournalCommandTest extends ServedCluster {

    private static final String POD = "notebooks/jupyter-ana-0";

    private static Outcome ran(String data, String... words) {
        return new Program(home).with("XDG_DATA_HOME", home.resolve(data).toString()).run(words);
    }

    private static JsonNode noted(String data, int run) throws Exception {
        return new ObjectMapper().readTree(ran(data, "journal", "-o", "json").out()).path("runs").path(run);
    }

    @Test
    void whatWasDoneInTheSimulatedClusterOfAProgramIsToldFromOneThatIsServed() throws Exception {
        ran("simulated", "plan", "cordon", "h100-01", "--demo", "--apply", "--yes");
        ran("simulated", "plan", "cordon", "h100-01", "--kubeconfig", kubeconfig, "--apply", "--yes");

        assertThat(ran("simulated", "journal").out().lines().skip(1)).satisfiesExactly(
                line -> assertThat(line).contains("demo (simulated)"),
                line -> assertThat(line).contains("demo  ").doesNotContain("simulated"));
        assertThat(noted("simulated", 0).path("context").asText()).isEqualTo("demo (simulated)");
        assertThat(noted("simulated", 0).path("undoCommand").isNull()).as("that cluster is gone").isTrue();
    }

    @Test
    void whatReadsAFileOfThisMachineHasNoOptionsForACluster() {
        assertThat(ran("help", "journal", "--help").out()).contains("--output=FORM").doesNotContain("--timeout",
                "--kubeconfig");
        assertThat(ran("help", "journal", "-o", "csv").code()).isZero();
        assertThat(ran("help", "fleet", "--help").out()).contains("--output=FORM", "--timeout=SECONDS");
    }

    @Test
    void aChangeIsTakenBackByTheNameThatTheJournalHasForIt() throws Exception {
        ran("undone", "plan", "taint", "t4-01", "sku=gpu:NoSchedule", "--kubeconfig", kubeconfig, "--apply", "--yes");
        var run = noted("undone", 0);
        var brief = run.path("run").asText().substring(0, 8);
        assertThat(ran("undone", "journal").out().lines().skip(1)).singleElement().asString().startsWith(brief);
        assertThat(run.path("undoCommand").asText()).isEqualTo("tessera journal undo " + run.path("run").asText());

        var planned = ran("undone", "journal", "undo", brief, "--kubeconfig", kubeconfig);
        assertThat(planned.code()).as(planned.err()).isZero();
        assertThat(planned.out()).contains("-  - key: sku");
        assertThat(noted("undone", 1)).as("a plan changes nothing").isEmpty();
        var done = ran("undone", "journal", "undo", brief, "--kubeconfig", kubeconfig, "--apply", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(noted("undone", 1).path("result").asText()).isEqualTo("done");
        assertThat(ran("undone", "journal", "undo", brief, "--kubeconfig", kubeconfig, "--read-only").code())
                .isEqualTo(3);
    }

    @Test
    void nothingIsTakenBackInAnotherClusterThanTheOneThatWasChanged() throws Exception {
        ran("elsewhere", "plan", "cordon", "t4-02", "--kubeconfig", kubeconfig, "--apply", "--yes");
        ran("elsewhere", "plan", "cordon", "t4-02", "--demo", "--apply", "--yes");
        var other = Files.writeString(home.resolve("other.kubeconfig"),
                cluster.kubeconfig().replaceAll("server: .*", "server: https://127.0.0.1:1")).toString();

        assertThat(undo("elsewhere", 0, "--kubeconfig", other)).contains(
                "was applied to the cluster at https://127.0.0.1:",
                "the context “demo” points to https://127.0.0.1:1.");
        assertThat(undo("elsewhere", 0)).contains("With --kubeconfig, specify the kubeconfig");
        assertThat(undo("elsewhere", 0, "--demo")).contains("--context and --demo are not");
        assertThat(undo("elsewhere", 1)).contains("was made in a simulated cluster that no longer exists");
        assertThat(ran("elsewhere", "journal", "undo", "nothing").err()).contains("has no change “nothing”");
    }

    @Test
    void whatIsStillUnderWayIsNotTakenBackAndWhatWasSaidCountsAsItWasSaid() throws Exception {
        ran("ways", "plan", "cordon", "l40s-01", "--kubeconfig", kubeconfig, "--apply", "--yes");
        var journal = home.resolve("ways/tessera/journal.jsonl");
        var run = noted("ways", 0).path("run").asText();
        assertThat(ran("ways", "journal", "undo", "--timeout", "60", run, "--kubeconfig", kubeconfig).out())
                .contains("-  unschedulable: true");
        assertThat(ran("ways", "journal", "-o", "json", "undo", run, "--kubeconfig", kubeconfig).err())
                .contains("Put --output after undo");

        var lines = Files.readAllLines(journal);
        Files.write(journal, lines.subList(0, lines.size() - 1));
        assertThat(noted("ways", 0).path("result").asText()).isEqualTo("running");
        assertThat(undo("ways", 0, "--kubeconfig", kubeconfig)).contains("is still running. Stop the change");
    }

    private static String undo(String data, int run, String... options) throws Exception {
        var outcome = ran(data,
                Stream.concat(Stream.of("journal", "undo", noted(data, run).path("run").asText()), Stream.of(options))
                        .toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err()).isNotZero();
        return outcome.err();
    }

    @Test
    void theWayBackOfAnEditIsNotNotedAsItWouldHoldContent() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var pod = colleague.pods().inNamespace("notebooks").withName("jupyter-ana-0").get();
            pod.getMetadata().getLabels().put("reviewed", "secret-word");
            Files.writeString(home.resolve("pod.yaml"), Serialization.asYaml(pod));
        }
        var edited = ran("edited", "plan", "edit", "pod/jupyter-ana-0", "-n", "notebooks", "-f",
                home.resolve("pod.yaml").toString(), "--kubeconfig", kubeconfig, "--apply", "--yes");
        assertThat(noted("edited", 0).path("result").asText()).as(edited.err()).isEqualTo("done");

        assertThat(undo("edited", 0, "--kubeconfig", kubeconfig))
                .contains("because the journal does not store object contents");
        assertThat(Files.readString(home.resolve("edited/tessera/journal.jsonl"))).doesNotContain("secret-word");
    }

    @Test
    void whatWasRefusedAtAContainerIsNotedAsIsTheExitCodeOfWhatWasRun() throws Exception {
        ran("sessions", "exec", POD, "--kubeconfig", kubeconfig, "--read-only", "--", "ls");
        ran("sessions", "cp", POD + ":/etc/hostname", home.toString(), "--kubeconfig", kubeconfig, "--read-only");
        ran("sessions", "port-forward", POD, ":8888", "--kubeconfig", kubeconfig, "--read-only");
        ran("sessions", "exec", POD, "--kubeconfig", kubeconfig, "--", "false");

        assertThat(ran("sessions", "journal").out().lines().skip(1)).satisfiesExactly(
                line -> assertThat(line).contains("refused", "Run ls in notebooks/jupyter-ana-0"),
                line -> assertThat(line).contains("refused", "Copy notebooks/jupyter-ana-0:/etc/hostname to"),
                line -> assertThat(line).contains("refused", "Forward port 8888 of notebooks/jupyter-ana-0"),
                line -> assertThat(line).contains("done, exit code 1", "Run false in notebook of"));
        assertThat(noted("sessions", 0).path("detail").asText())
                .isEqualTo("Read-only mode blocks commands in containers");
    }
}
