package tessera.model;

/**
 * What an API server says it is.
 *
 * @param version  e.g. {@code v1.36.2}; empty when it does not say
 * @param platform e.g. {@code linux/amd64}; empty when it does not say
 */
public record ServerVersion(String version, String platform) {}
