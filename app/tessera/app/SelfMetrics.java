package tessera.app;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Optional;

/** How the program itself is, for those who watch it. Any thread. */
interface SelfMetrics {

    List<MetricFamilySamples> collect();

    /** Why what is shown must not be taken for the present; empty while it may be. */
    Optional<String> trouble();

    /** Why the program should be started again; empty while it is alive. */
    default Optional<String> hung() {
        return Optional.empty();
    }
}
