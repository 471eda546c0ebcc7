package tessera.demo.gpu;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

/** A simulated cluster with its GPU stack, anew for each test, in which only the controllers do something. */
abstract class LiveStack {

    private final double speed;
    private @Nullable SimulatedCluster cluster;
    Kube kube = new Kube("", "");

    /** @param speed how many seconds pass there in one second */
    LiveStack(double speed) {
        this.speed = speed;
    }

    @BeforeEach
    void begin() throws IOException {
        begin(SimulationOptions.defaultOptions());
    }

    /** Begins anew. */
    void begin(SimulationOptions options) throws IOException {
        end();
        cluster = SimulatedCluster.start(options.withTls(false).withActivity(false).withSpeed(speed));
        kube = Kube.of(cluster);
    }

    @AfterEach
    void end() {
        if (cluster != null) {
            cluster.close();
        }
    }

    void awaitLabel(String node, String key, String value) {
        kube.await(() -> kube.label(node, key), value::equals);
    }
}
