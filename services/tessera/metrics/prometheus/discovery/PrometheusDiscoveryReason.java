package tessera.metrics.prometheus.discovery;

import tessera.text.Reason;

/** A reason why a place gives no Prometheus that knows GPUs. */
enum PrometheusDiscoveryReason implements Reason {
    /** A Prometheus answers and has no GPU metrics. */
    NO_GPU_METRICS,
    /** Nothing there is known to be a Prometheus. */
    NO_KNOWN_PROMETHEUS
}
