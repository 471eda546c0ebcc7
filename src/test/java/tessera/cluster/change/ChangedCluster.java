package tessera.cluster.change;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.scenario.SimulatedGpuStackFaultScenario;
import tessera.plan.intent.NodeChangeIntent.DrainSettings;

/** A simulated cluster that one console changes, for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ChangedCluster {

    /** Whatever is lost, and budgets are waited for a minute. */
    static final DrainSettings RECKLESS = new DrainSettings(true, true, null, Duration.ofMinutes(1));

    @TempDir
    static Path folder;
    SimulatedCluster cluster;
    Console console;

    @BeforeAll
    final void open() throws Exception {
        cluster = SimulatedCluster.start(options());
        console = Console.open(cluster, folder);
    }

    @AfterAll
    final void close() {
        console.close();
        cluster.close();
    }

    SimulationOptions options() {
        return SimulationOptions.defaultOptions().withActivity(false).withSpeed(30);
    }

    static List<SimulatedGpuStackFaultScenario.NodeFaultScenario> faults(String... faults) {
        return Stream.of(faults).map(fault -> SimulatedGpuStackFaultScenario.parse(fault).orElseThrow()).toList();
    }

    final boolean cordoned(String node) throws Exception {
        return console.node(node).at("/spec/unschedulable").asBoolean();
    }

    /** How much of a resource of NVIDIA's the scheduler may hand out. */
    final String offered(String node, String resource) throws Exception {
        return console.node(node).path("status").path("allocatable").path("nvidia.com/" + resource).asText();
    }

    /** A label of NVIDIA's. */
    final String label(String node, String key) throws Exception {
        return console.node(node).path("metadata").path("labels").path("nvidia.com/" + key).asText();
    }
}
