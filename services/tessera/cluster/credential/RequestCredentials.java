package tessera.cluster.credential;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClientCertificateIdentity;

/**
 * The credentials of a request.
 *
 * @param authorization value of the header of that name; null when there is none
 * @param identity      client certificate; null when there is none
 * @param expires       when it ends, by this machine's clock; null when it does not say
 */
public record RequestCredentials(@Nullable SecretText authorization, @Nullable ClientCertificateIdentity identity,
        @Nullable Instant expires) {

    public static final RequestCredentials NONE = new RequestCredentials(null, null, null);

    /** A request takes its time to arrive. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    static RequestCredentials bearerToken(String token, @Nullable Instant expires) {
        return new RequestCredentials(new SecretText("Bearer " + token), null, expires);
    }

    boolean isValidAt(Instant now) {
        return expires == null || now.plus(MARGIN).isBefore(expires);
    }

    /** Returns whether a server would see no difference. */
    public boolean isSameCredential(RequestCredentials other) {
        return Objects.equals(authorization, other.authorization) && Objects.equals(identity, other.identity);
    }

    /** Returns the login with a later expiry, although it claims to have ended: clocks disagree. */
    RequestCredentials extendUntil(Instant until) {
        return new RequestCredentials(authorization, identity, until);
    }

    /** Returns the login with a certificate, unless it has one. */
    RequestCredentials withCertificate(@Nullable ClientCertificateIdentity certificate) {
        return identity == null ? new RequestCredentials(authorization, certificate, expires) : this;
    }
}
