package tessera.demo.api.auth;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The known bearer tokens. Any thread. */
public final class SimulatedBearerTokens {

    private final Clock clock;
    private final Map<String, TokenUserAndExpiry> grants = new ConcurrentHashMap<>();

    private record TokenUserAndExpiry(SimulatedApiUser user, Instant expires) {}

    public SimulatedBearerTokens(Clock clock) {
        this.clock = clock;
    }

    public void grant(String token, SimulatedApiUser user) {
        grant(token, user, Instant.MAX);
    }

    public void grant(String token, SimulatedApiUser user, Instant expires) {
        grants.put(token, new TokenUserAndExpiry(user.withAuthenticatedGroup(), expires));
    }

    /** Revokes a token. */
    public void revoke(String token) {
        grants.remove(token);
    }

    /** Returns the user of a token; null if it is unknown or has expired. */
    public @Nullable SimulatedApiUser userOf(String token) {
        var grant = grants.get(token);
        return grant == null || !clock.instant().isBefore(grant.expires()) ? null : grant.user();
    }
}
