package tessera.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.CertificateSource;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.PrometheusAccess;
import tessera.cluster.monitoring.PrometheusAccess.Anybody;
import tessera.cluster.monitoring.PrometheusAccess.Basic;
import tessera.cluster.monitoring.PrometheusAccess.Bearer;
import tessera.cluster.monitoring.PrometheusAccess.Login;
import tessera.cluster.monitoring.PrometheusAccess.PrometheusIdentity;
import tessera.file.BoundedFile;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.settings.NamedPrometheus;

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

    /** The one that the settings name. */
    static PrometheusTerms of(NamedPrometheus named) {
        return new PrometheusTerms(named.url(), path(named.tokenFile()), named.user(), path(named.passwordFile()),
                path(named.authority()), path(named.certificate()), path(named.key()), named.tenant());
    }

    private static @Nullable Path path(@Nullable String file) {
        return file == null ? null : Path.of(file);
    }

    private NamedPrometheus named() {
        return new NamedPrometheus(url, text(tokenFile), user, text(passwordFile), text(authority), text(certificate),
                text(key), tenant);
    }

    private static @Nullable String text(@Nullable Path file) {
        return file == null ? null : file.toString();
    }

    /** What does not fit together; empty when all does. */
    Optional<String> complaint() {
        return named().complaint();
    }

    /** What to call it: its address without what is the same of all. */
    String name() {
        var address = url == null || named().holdsLogin() ? "" : url.strip();
        return ("Prometheus " + address.replaceFirst("^https?://", "").replaceFirst("(?<!/)/++$", "")).strip();
    }

    /**
     * The way in, with the secrets as they are now.
     *
     * @throws Failure when something does not fit together or a file cannot be read
     */
    PrometheusAccess access() throws Failure {
        var complaint = complaint();
        if (complaint.isPresent() || url == null) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, complaint.orElse("It has no URL")));
        }
        return PrometheusAccess.of(url).withLogin(login())
                .withIdentity(certificate == null || key == null ? null
                        : new PrometheusIdentity(new CertificateSource.InFile(certificate),
                                new CertificateSource.InFile(key)))
                .withAuthority(authority == null ? null : new CertificateSource.InFile(authority))
                .withTenant(tenant == null ? "" : tenant);
    }

    private Login login() throws Failure {
        if (tokenFile != null) {
            return new Bearer(secret(tokenFile));
        }
        return user == null || passwordFile == null ? new Anybody() : new Basic(user, secret(passwordFile));
    }

    private static SecretText secret(Path file) throws Failure {
        try {
            var text = BoundedFile.readText(file, LARGEST).strip();
            if (text.isEmpty()) {
                throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The file %s holds no secret".formatted(file)));
            }
            return new SecretText(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The file %s cannot be read".formatted(file))
                    .withDetail(FileArgument.words(e)), e);
        }
    }
}
