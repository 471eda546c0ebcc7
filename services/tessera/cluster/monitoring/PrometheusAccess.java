package tessera.cluster.monitoring;

import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateSource;
import tessera.cluster.kubeconfig.SecretText;

/**
 * Where a Prometheus is that the user named, and how to be let in.
 *
 * @param address   of the place below which {@code /api/v1} is, e.g. {@code https://mimir.example/prometheus}
 * @param authority who must have signed its certificate; null for those this machine trusts
 * @param identity  what to present by TLS; null for nothing
 * @param tenant    whose metrics a Mimir is asked for; empty for none
 */
public record PrometheusAccess(String address, Login login, @Nullable CertificateSource authority,
        @Nullable PrometheusIdentity identity,
        String tenant) {

    /** Who asks. */
    public sealed interface Login {}

    /** Nobody in particular. */
    public record Anybody() implements Login {}

    /** Whoever has a token. */
    public record Bearer(SecretText token) implements Login {}

    /** A user with a password. */
    public record Basic(String user, SecretText password) implements Login {}

    /** A client certificate and its key. */
    public record PrometheusIdentity(CertificateSource certificate, CertificateSource key) {}

    /** An address that lets everybody in. */
    public static PrometheusAccess of(String address) {
        return new PrometheusAccess(address, new Anybody(), null, null, "");
    }

    public PrometheusAccess withLogin(Login other) {
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
