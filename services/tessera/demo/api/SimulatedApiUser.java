package tessera.demo.api;

import java.util.List;
import java.util.stream.Stream;

/**
 * A user who sends requests.
 *
 * @param uid    empty if none is known
 * @param groups without those everybody is in
 */
record SimulatedApiUser(String name, String uid, List<String> groups) {

    static final SimulatedApiUser ANONYMOUS = new SimulatedApiUser("system:anonymous", "",
            List.of("system:unauthenticated"));

    private static final String AUTHENTICATED = "system:authenticated";

    public SimulatedApiUser {
        groups = List.copyOf(groups);
    }

    SimulatedApiUser withAuthenticatedGroup() {
        if (groups.contains(AUTHENTICATED)) {
            return this;
        }
        return new SimulatedApiUser(name, uid, Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList());
    }
}
