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
}
