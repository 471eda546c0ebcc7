package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Program.Outcome;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

/** A simulated cluster that the program reaches by a kubeconfig, for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServedCluster {

    @TempDir
    public static Path home;
    public SimulatedCluster cluster;
    public String kubeconfig;

    @BeforeAll
    final void serve() throws Exception {
        cluster = SimulatedCluster.start(options());
        kubeconfig = Files.writeString(home.resolve("admin.kubeconfig"), cluster.kubeconfig()).toString();
    }

    @AfterAll
    final void stop() {
        cluster.close();
    }

    public SimulationOptions options() {
        return SimulationOptions.defaultOptions().withActivity(false);
    }

    /** Runs the program, with folders of its own and no cluster but the one that is named. */
    public static Outcome run(String... words) throws Exception {
        return new Program(home).with("XDG_DATA_HOME", home.resolve("data").toString()).run(words);
    }

    /** How commands name the cluster. */
    public final String named() {
        return "--context demo --kubeconfig " + kubeconfig;
    }

    /** Runs it on the cluster, unless another is named. */
    public final Outcome there(String... words) throws Exception {
        var command = new ArrayList<>(List.of(words));
        if (!command.contains("--kubeconfig")) {
            command.addAll(List.of("--kubeconfig", kubeconfig));
        }
        return run(command.toArray(String[]::new));
    }
}
