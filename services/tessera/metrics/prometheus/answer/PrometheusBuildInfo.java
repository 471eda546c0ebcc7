package tessera.metrics.prometheus.answer;

/**
 * The version that a server reports.
 *
 * @param revision empty when it does not say
 */
public record PrometheusBuildInfo(String version, String revision) {}
