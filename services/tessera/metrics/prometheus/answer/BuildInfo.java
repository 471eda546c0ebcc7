package tessera.metrics.prometheus.answer;

/**
 * What a server says it is.
 *
 * @param revision empty when it does not say
 */
public record BuildInfo(String version, String revision) {}
