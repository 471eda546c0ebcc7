package tessera.app;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.Material;
import tessera.cluster.kubeconfig.Secret;
import tessera.cluster.monitoring.PrometheusAccess;
import tessera.cluster.monitoring.PrometheusAccess.Anybody;
import tessera.cluster.monitoring.PrometheusAccess.Basic;
import tessera.cluster.monitoring.PrometheusAccess.Bearer;
import tessera.cluster.monitoring.PrometheusAccess.Identity;
import tessera.cluster.monitoring.PrometheusAccess.Login;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * A Prometheus that the user named, and how it lets one in. Secrets are named by the files they are in, which are read when
 * it is about to be asked.
 *
 * @param url          of the place below which {@code /api/v1} is
 * @param tokenFile    holds a token to send
 * @param user         to sign in by
 * @param passwordFile holds the password of that user
 * @param authority    a file of those who may have signed its certificate; null for whom this machine trusts
 * @param certificate  a file to present
 * @param key          the key of that
 * @param tenant       whose metrics are asked for
 */
record PrometheusTerms(@Nullable String url, @Nullable Path tokenFile, @Nullable String user,
        @Nullable Path passwordFile, @Nullable Path authority, @Nullable Path certificate, @Nullable Path key,
        @Nullable String tenant) {

    private static final int LARGEST = 1 << 16;

    /** What does not fit together; empty when all does. */
    Optional<String> complaint() {
        if (url == null || url.isBlank()) {
            return Stream.of(tokenFile, user, passwordFile, authority, certificate, key, tenant)
                    .anyMatch(term -> term != null)
                            ? Optional.of("How a Prometheus lets one in is only asked where its URL is named")
                            : Optional.empty();
        }
        if (holdsLogin(url)) {
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

    private static boolean holdsLogin(String address) {
        try {
            return URI.create(address.strip()).getRawUserInfo() != null;
        } catch (IllegalArgumentException _) {
            return address.contains("@");
        }
    }

    /** What to call it: its address without what is the same of all. */
    String name() {
        var address = url == null || holdsLogin(url) ? "" : url.strip();
        return ("Prometheus " + address.replaceFirst("^https?://", "").replaceFirst("/+$", "")).strip();
    }

    /**
     * The way in, with the secrets as they are now.
     *
     * @throws Failure when something does not fit together or a file cannot be read
     */
    PrometheusAccess access() throws Failure {
        var complaint = complaint();
        if (complaint.isPresent() || url == null) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, complaint.orElse("It has no URL")));
        }
        return PrometheusAccess.of(url).withLogin(login())
                .withIdentity(certificate == null || key == null ? null
                        : new Identity(new Material.InFile(certificate), new Material.InFile(key)))
                .withAuthority(authority == null ? null : new Material.InFile(authority))
                .withTenant(tenant == null ? "" : tenant);
    }

    private Login login() throws Failure {
        if (tokenFile != null) {
            return new Bearer(secret(tokenFile));
        }
        return user == null || passwordFile == null ? new Anybody() : new Basic(user, secret(passwordFile));
    }

    private static Secret secret(Path file) throws Failure {
        try {
            var text = Files.size(file) > LARGEST ? "" : Files.readString(file).strip();
            if (text.isEmpty()) {
                throw new Failure(Problem.of(Kind.CONFIGURATION, "The file %s holds no secret".formatted(file)));
            }
            return new Secret(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(Kind.CONFIGURATION, "The file %s cannot be read".formatted(file))
                    .withDetail(e.getClass().getSimpleName()), e);
        }
    }
}
