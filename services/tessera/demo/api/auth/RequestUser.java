package tessera.demo.api.auth;

import java.util.List;
import java.util.stream.Stream;

/**
 * Somebody who sends requests.
 *
 * @param uid    empty if none is known
 * @param groups without those everybody is in
 */
public record RequestUser(String name, String uid, List<String> groups) {

    public static final RequestUser ANONYMOUS = new RequestUser("system:anonymous", "",
            List.of("system:unauthenticated"));

    private static final String AUTHENTICATED = "system:authenticated";

    public RequestUser {
        groups = List.copyOf(groups);
    }

    /** As one that has proved who it is. */
    public RequestUser authenticated() {
        return groups.contains(AUTHENTICATED)
                ? this
                : new RequestUser(name, uid, Stream.concat(groups.stream(), Stream.of(AUTHENTICATED)).toList());
    }
}
