package tessera.model;

import java.time.Duration;
import java.time.Instant;

/**
 * The CPU and memory usage of a node or a pod, as measured by the cluster's metrics server.
 *
 * @param cores  processors in use, on average over the window
 * @param memory bytes of the working set
 * @param at     when it was measured, by the cluster's clock
 * @param window over what time
 */
public record MetricsServerUsage(double cores, long memory, Instant at, Duration window) {}
