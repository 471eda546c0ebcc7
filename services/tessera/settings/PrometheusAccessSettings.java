package tessera.settings;

import java.net.URI;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.settings.SettingsReason.PrometheusAccessFault;

/**
 * A Prometheus that the user configured, with the files that hold its secrets, never the secrets themselves.
 *
 * @param url          of the place below which {@code /api/v1} is
 * @param tokenFile    holds a token to send
 * @param user         to sign in by
 * @param passwordFile holds the password of that user
 * @param authorityFile    a file of those who may have signed its certificate; null for whom this machine trusts
 * @param certificateFile  a file to present
 * @param keyFile          the file of the key of that
 * @param tenant       whose metrics are asked for
 */
public record PrometheusAccessSettings(@Nullable String url, @Nullable String tokenFile, @Nullable String user,
        @Nullable String passwordFile, @Nullable String authorityFile, @Nullable String certificateFile,
        @Nullable String keyFile, @Nullable String tenant) {

    /** Returns the inconsistency of the settings; empty where there is none. */
    public Optional<String> configurationProblem() {
        if (url == null || url.isBlank()) {
            if (Stream.of(tokenFile, user, passwordFile, authorityFile, certificateFile, keyFile, tenant)
                    .anyMatch(term -> term != null)) {
                return Optional.of(PrometheusAccessFault.URL_MISSING.text());
            }
            return Optional.empty();
        }
        if (hasCredentialsInUrl()) {
            return Optional.of(PrometheusAccessFault.LOGIN_IN_URL.text());
        }
        if (tokenFile != null && (user != null || passwordFile != null)) {
            return Optional.of(PrometheusAccessFault.TOKEN_AND_PASSWORD.text());
        }
        if ((user == null) != (passwordFile == null)) {
            return Optional.of(PrometheusAccessFault.INCOMPLETE_PASSWORD.text());
        }
        if ((certificateFile == null) == (keyFile == null)) {
            return Optional.empty();
        }
        return Optional.of(PrometheusAccessFault.INCOMPLETE_CERTIFICATE.text());
    }

    /** Returns whether the URL contains credentials. */
    public boolean hasCredentialsInUrl() {
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
