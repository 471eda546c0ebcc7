package tessera.cluster.credential;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClientIdentity;

/**
 * What a request carries to say who asks.
 *
 * @param authorization value of the header of that name; null when there is none
 * @param identity      client certificate; null when there is none
 * @param expires       when it ends, by this machine's clock; null when it does not say
 */
public record RequestLogin(@Nullable SecretText authorization, @Nullable ClientIdentity identity,
        @Nullable Instant expires) {

    public static final RequestLogin NONE = new RequestLogin(null, null, null);

    /** A request takes its time to arrive. */
    private static final Duration MARGIN = Duration.ofSeconds(5);

    static RequestLogin bearer(String token, @Nullable Instant expires) {
        return new RequestLogin(new SecretText("Bearer " + token), null, expires);
    }

    boolean validAt(Instant now) {
        return expires == null || now.plus(MARGIN).isBefore(expires);
    }

    /** Whether a server would see no difference. */
    public boolean same(RequestLogin other) {
        return Objects.equals(authorization, other.authorization) && Objects.equals(identity, other.identity);
    }

    /** The same, to be asked for again after a while although it said that it had ended: clocks disagree. */
    RequestLogin lasting(Instant until) {
        return new RequestLogin(authorization, identity, until);
    }

    /** The same with a certificate, unless it has one. */
    RequestLogin with(@Nullable ClientIdentity certificate) {
        return identity == null ? new RequestLogin(authorization, certificate, expires) : this;
    }
}
