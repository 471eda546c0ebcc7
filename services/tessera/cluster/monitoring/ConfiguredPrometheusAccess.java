package tessera.cluster.monitoring;

import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.kubeconfig.SecretText;

/**
 * The address and credentials of a Prometheus that the user configured.
 *
 * @param address   of the place below which {@code /api/v1} is, e.g. {@code https://mimir.example/prometheus}
 * @param authority who must have signed its certificate; null for those this machine trusts
 * @param identity  what to present by TLS; null for nothing
 * @param tenant    whose metrics a Mimir is asked for; empty for none
 */
public record ConfiguredPrometheusAccess(String address, PrometheusLogin login,
        @Nullable CertificateOrKeySource authority, @Nullable PrometheusClientCertificate identity, String tenant) {

    /** The login to a Prometheus. */
    public sealed interface PrometheusLogin {}

    /** No login. */
    public record AnonymousLogin() implements PrometheusLogin {}

    /** A login by bearer token. */
    public record BearerLogin(SecretText token) implements PrometheusLogin {}

    /** A login by user name and password. */
    public record BasicLogin(String user, SecretText password) implements PrometheusLogin {}

    /** A client certificate and its key. */
    public record PrometheusClientCertificate(CertificateOrKeySource certificate, CertificateOrKeySource key) {}

    /** Returns the access to an address that needs no login. */
    public static ConfiguredPrometheusAccess of(String address) {
        return new ConfiguredPrometheusAccess(address, new AnonymousLogin(), null, null, "");
    }

    public ConfiguredPrometheusAccess withLogin(PrometheusLogin other) {
        return new ConfiguredPrometheusAccess(address, other, authority, identity, tenant);
    }

    public ConfiguredPrometheusAccess withAuthority(@Nullable CertificateOrKeySource other) {
        return new ConfiguredPrometheusAccess(address, login, other, identity, tenant);
    }

    public ConfiguredPrometheusAccess withIdentity(@Nullable PrometheusClientCertificate other) {
        return new ConfiguredPrometheusAccess(address, login, authority, other, tenant);
    }

    public ConfiguredPrometheusAccess withTenant(String other) {
        return new ConfiguredPrometheusAccess(address, login, authority, identity, other);
    }
}
