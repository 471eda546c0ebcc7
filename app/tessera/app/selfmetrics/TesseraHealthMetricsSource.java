package tessera.app.selfmetrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Optional;

/** Metrics and health of the program itself, for monitoring. Any thread. */
public interface TesseraHealthMetricsSource {

    List<MetricFamilySamples> collect();

    /** Returns the reason why the shown data is not current; empty while it is. */
    Optional<String> staleReason();

    /** Returns the reason to restart the program; empty while it is alive. */
    default Optional<String> hangReason() {
        return Optional.empty();
    }
}
