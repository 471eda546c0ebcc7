package tessera.settings;

import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus that the user named, and where its secrets are; none is named here itself.
 *
 * @param url          of the place below which {@code /api/v1} is
 * @param tokenFile    holds a token to send
 * @param user         to sign in by
 * @param passwordFile holds the password of that user
 * @param authority    a file of those who may have signed its certificate; null for whom this machine trusts
 * @param certificate  a file to present
 * @param key          the file of the key of that
 * @param tenant       whose metrics are asked for
 */
public record NamedPrometheus(@Nullable String url, @Nullable String tokenFile, @Nullable String user,
        @Nullable String passwordFile, @Nullable String authority, @Nullable String certificate, @Nullable String key,
        @Nullable String tenant) {

    /** What does not fit together; empty when all does. */
    public Optional<String> complaint() {
        if (url == null || url.isBlank()) {
            return Stream.of(tokenFile, user, passwordFile, authority, certificate, key, tenant)
                    .anyMatch(term -> term != null)
                            ? Optional.of("How a Prometheus lets one in is only asked where its URL is named")
                            : Optional.empty();
        }
        if (holdsLogin()) {
            return Optional
                    .of("A login does not belong into the URL of a Prometheus: name the user and the file of the "
                            + "password apart from it");
        }
        if (tokenFile != null && (user != null || passwordFile != null)) {
            return Optional.of("A Prometheus takes a token or a user name with a password, not both");
        }
        if ((user == null) != (passwordFile == null)) {
            return Optional.of("The user of a Prometheus and the file of the password go together");
        }
        return (certificate == null) == (key == null) ? Optional.empty()
                : Optional.of("The certificate for a Prometheus and its key go together");
    }

    /** Whether somebody wrote a secret into the address. */
    public boolean holdsLogin() {
        if (url == null) {
            return false;
        }
        try {
            return URI.create(url.strip()).getRawUserInfo() != null;
        } catch (IllegalArgumentException _) {
            return url.contains("@");
        }
    }
}
