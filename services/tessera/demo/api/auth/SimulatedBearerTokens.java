package tessera.demo.api.auth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The known bearer tokens. Any thread. */
public final class SimulatedBearerTokens {

    private final Map<String, SimulatedApiUser> usersByToken = new ConcurrentHashMap<>();

    public void grant(String token, SimulatedApiUser user) {
        usersByToken.put(token, user.withAuthenticatedGroup());
    }

    public void revoke(String token) {
        usersByToken.remove(token);
    }

    /** Returns the user of a token; null if it is unknown. */
    public @Nullable SimulatedApiUser userOf(String token) {
        return usersByToken.get(token);
    }
}
