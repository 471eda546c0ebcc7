package tessera.demo.api.auth;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The bearer tokens that are known. Any thread. */
public final class Tokens {

    private final Clock clock;
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();

    private record Grant(User user, Instant expires) {}

    public Tokens(Clock clock) {
        this.clock = clock;
    }

    public void grant(String token, User user) {
        grant(token, user, Instant.MAX);
    }

    public void grant(String token, User user, Instant expires) {
        grants.put(token, new Grant(user.authenticated(), expires));
    }

    /** Nobody is known by the token any more. */
    public void revoke(String token) {
        grants.remove(token);
    }

    /** Whose token it is; null if it is nobody's, or has expired. */
    public @Nullable User user(String token) {
        var grant = grants.get(token);
        return grant == null || !clock.instant().isBefore(grant.expires()) ? null : grant.user();
    }
}
