package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.app.Program.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** Who comes later reads what was done in a cluster from this machine, and finds the way back. */
@Timeout(180)
class JournalCommandTest extends ServedCluster {

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
        assertThat(noted("sessions", 0).path("detail").asText()).contains("read-only mode");
    }
}
