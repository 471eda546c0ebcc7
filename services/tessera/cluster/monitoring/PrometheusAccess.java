package tessera.cluster.monitoring;

import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateSource;
import tessera.cluster.kubeconfig.SecretText;

/**
 * The address and credentials of a Prometheus that the user configured.
 *
 * @param address   of the place below which {@code /api/v1} is, e.g. {@code https://mimir.example/prometheus}
 * @param authority who must have signed its certificate; null for those this machine trusts
 * @param identity  what to present by TLS; null for nothing
 * @param tenant    whose metrics a Mimir is asked for; empty for none
 */
public record PrometheusAccess(String address, PrometheusLogin login, @Nullable CertificateSource authority,
        @Nullable PrometheusIdentity identity,
        String tenant) {

    /** The login to a Prometheus. */
    public sealed interface PrometheusLogin {}

    /** No login. */
    public record AnonymousLogin() implements PrometheusLogin {}

    /** A login by bearer token. */
    public record BearerLogin(SecretText token) implements PrometheusLogin {}

    /** A login by user name and password. */
    public record BasicLogin(String user, SecretText password) implements PrometheusLogin {}

    /** A client certificate and its key. */
    public record PrometheusIdentity(CertificateSource certificate, CertificateSource key) {}

    /** Returns the access to an address that needs no login. */
    public static PrometheusAccess of(String address) {
        return new PrometheusAccess(address, new AnonymousLogin(), null, null, "");
    }

    public PrometheusAccess withLogin(PrometheusLogin other) {
        return new PrometheusAccess(address, other, authority, identity, tenant);
    }

    public PrometheusAccess withAuthority(@Nullable CertificateSource other) {
        return new PrometheusAccess(address, login, other, identity, tenant);
    }

    public PrometheusAccess withIdentity(@Nullable PrometheusIdentity other) {
        return new PrometheusAccess(address, login, authority, other, tenant);
    }

    public PrometheusAccess withTenant(String other) {
        return new PrometheusAccess(address, login, authority, identity, other);
    }
}
