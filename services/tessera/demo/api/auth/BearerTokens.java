package tessera.demo.api.auth;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The bearer tokens that are known. Any thread. */
public final class BearerTokens {

    private final Clock clock;
    private final Map<String, TokenGrant> grants = new ConcurrentHashMap<>();

    private record TokenGrant(RequestUser user, Instant expires) {}

    public BearerTokens(Clock clock) {
        this.clock = clock;
    }

    public void grant(String token, RequestUser user) {
        grant(token, user, Instant.MAX);
    }

    public void grant(String token, RequestUser user, Instant expires) {
        grants.put(token, new TokenGrant(user.authenticated(), expires));
    }

    /** Nobody is known by the token any more. */
    public void revoke(String token) {
        grants.remove(token);
    }

    /** Whose token it is; null if it is nobody's, or has expired. */
    public @Nullable RequestUser user(String token) {
        var grant = grants.get(token);
        return grant == null || !clock.instant().isBefore(grant.expires()) ? null : grant.user();
    }
}
