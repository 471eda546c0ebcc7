package tessera.app.wiring;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.cluster.kubeconfig.CertificateOrKeySource;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.AnonymousLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BasicLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.BearerLogin;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.PrometheusClientCertificate;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess.PrometheusLogin;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.settings.PrometheusAccessSettings;
import tessera.text.ForeignMessage;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * A Prometheus that the user named, and the credentials for it. Secrets are named by the files they are in, which are read when
 * it is about to be asked.
 *
 * @param url          of the place below which {@code /api/v1} is
 * @param tokenFile    holds a token to send
 * @param user         to sign in by
 * @param passwordFile holds the password of that user
 * @param caFile    a file of those who may have signed its certificate; null for whom this machine trusts
 * @param certificateFile  a file to present
 * @param keyFile          the key of that
 * @param tenant       whose metrics are asked for
 */
public record PrometheusConnectionSettings(@Nullable String url, @Nullable Path tokenFile, @Nullable String user,
        @Nullable Path passwordFile, @Nullable Path caFile, @Nullable Path certificateFile, @Nullable Path keyFile,
        @Nullable String tenant) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusConnectionSettings.class);

    private static final int LARGEST = 1 << 16;

    /** Returns the one that the settings name. */
    static PrometheusConnectionSettings fromSettings(PrometheusAccessSettings serverSettings) {
        return new PrometheusConnectionSettings(serverSettings.url(), optionalPath(serverSettings.tokenFile()),
                serverSettings.user(), optionalPath(serverSettings.passwordFile()),
                optionalPath(serverSettings.authorityFile()), optionalPath(serverSettings.certificateFile()),
                optionalPath(serverSettings.keyFile()), serverSettings.tenant());
    }

    private static @Nullable Path optionalPath(@Nullable String file) {
        return file == null ? null : Path.of(file);
    }

    private PrometheusAccessSettings toNamed() {
        return new PrometheusAccessSettings(url, pathText(tokenFile), user, pathText(passwordFile), pathText(caFile),
                pathText(certificateFile), pathText(keyFile), tenant);
    }

    private static @Nullable String pathText(@Nullable Path file) {
        return file == null ? null : file.toString();
    }

    /** Returns the conflict between options; empty when they fit together. */
    public Optional<String> conflictText() {
        return toNamed().configurationProblem();
    }

    /** Returns its address in short. */
    String displayName() {
        var address = url == null || toNamed().hasCredentialsInUrl() ? "" : url.strip();
        return ("Prometheus " + address.replaceFirst("^https?://", "").replaceFirst("(?<!/)/++$", "")).strip();
    }

    /**
     * Returns address and credentials, with the secrets as they are now.
     *
     * @throws ProblemException when something does not fit together or a file cannot be read
     */
    public ConfiguredPrometheusAccess readAccess() throws ProblemException {
        var complaint = conflictText();
        if (complaint.isPresent() || url == null) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION,
                    complaint.<Reason>map(ForeignMessage::new).orElseGet(() -> MESSAGES.reason("prometheus.noUrl"))));
        }
        return ConfiguredPrometheusAccess.of(url).withLogin(readLogin())
                .withIdentity(certificateFile == null || keyFile == null ? null
                        : new PrometheusClientCertificate(new CertificateOrKeySource.CertificateFile(certificateFile),
                                new CertificateOrKeySource.CertificateFile(keyFile)))
                .withAuthority(caFile == null ? null : new CertificateOrKeySource.CertificateFile(caFile))
                .withTenant(Objects.requireNonNullElse(tenant, ""));
    }

    private PrometheusLogin readLogin() throws ProblemException {
        if (tokenFile != null) {
            return new BearerLogin(readSecret(tokenFile));
        }
        if (user == null || passwordFile == null) {
            return new AnonymousLogin();
        }
        return new BasicLogin(user, readSecret(passwordFile));
    }

    private static SecretText readSecret(Path file) throws ProblemException {
        try {
            var text = SizeLimitedFileReader.readText(file, LARGEST).strip();
            if (text.isEmpty()) {
                throw new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION,
                        MESSAGES.reason("prometheus.emptySecret", file)));
            }
            return new SecretText(text);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("prometheus.unreadable", file))
                            .withDetail(CommandFileArgumentReader.reasonText(e)),
                    e);
        }
    }
}
