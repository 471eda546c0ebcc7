package tessera.demo.api;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The known bearer tokens. Any thread. */
final class SimulatedBearerTokens {

    private final Map<String, SimulatedApiUser> usersByToken = new ConcurrentHashMap<>();

    void grant(String token, SimulatedApiUser user) {
        usersByToken.put(token, user.withAuthenticatedGroup());
    }

    void revoke(String token) {
        usersByToken.remove(token);
    }

    /** Returns the user of a token; null if it is unknown. */
    @Nullable
    SimulatedApiUser userOf(String token) {
        return usersByToken.get(token);
    }
}
