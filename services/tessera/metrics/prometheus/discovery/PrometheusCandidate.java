package tessera.metrics.prometheus.discovery;

/**
 * A place in a cluster at which a Prometheus may be.
 *
 * @param title  what it seems to be
 * @param port   its name or number
 * @param secure whether it speaks TLS
 * @param path   where its API is mounted; empty for the root
 */
public record PrometheusCandidate(String title, String namespace, String service, String port, boolean secure,
        String path) {

    /** Returns the name of the place, e.g. {@code monitoring/prometheus-operated}. */
    public String key() {
        return namespace + "/" + service;
    }

    @Override
    public String toString() {
        return title + " at " + key() + ":" + port + path;
    }
}
