package tessera.cluster.credential;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.cluster.kubeconfig.KubeconfigFileProblemFactory;
import tessera.cluster.kubeconfig.KubeconfigUserEntry;
import tessera.cluster.kubeconfig.KubeconfigUserEntry.Impersonation;
import tessera.cluster.kubeconfig.SecretText;
import tessera.cluster.tls.ClientCertificateIdentity;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * The logins of one user at one cluster: the current one, kept until it expires or is refused.
 *
 * <p>Safe for use by several threads; while one gets a new login the others wait for it. Nothing is kept on disk.
 */
public final class ClusterCredentialCache {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterCredentialCache.class);

    /** A plugin that just failed is not run again at once for every request that waits. */
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** Nor is it run again at once when what it hands out has ended by this machine's clock. */
    private static final Duration SHORTEST = Duration.ofSeconds(30);

    private final ClusterCredentialSource source;
    private final @Nullable ClientCertificateIdentity certificate;
    private final Impersonation impersonation;
    private final Clock clock;
    private final ReentrantLock requestLock = new ReentrantLock();
    private volatile @Nullable RequestCredentials current;
    private volatile @Nullable FailedLogin failed;

    /** The last failure to get a login, and its time. */
    private record FailedLogin(ProblemException exception, Instant failedAt) {}

    private ClusterCredentialCache(ClusterCredentialSource source, @Nullable ClientCertificateIdentity certificate,
            Impersonation impersonation, Clock clock) {
        this.source = source;
        this.certificate = certificate;
        this.impersonation = impersonation;
        this.clock = clock;
    }

    /**
     * Returns the logins for a context of the kubeconfig. Nothing is run or contacted yet.
     *
     * @throws ProblemException when what it says cannot work, or its certificate cannot be read
     */
    public static ClusterCredentialCache of(KubeconfigContextEntry context, CredentialPluginRunner plugins,
            OidcIssuerClient issuers, Clock clock) throws ProblemException {
        var user = context.usableUser();
        return new ClusterCredentialCache(loginSource(user, context.usableCluster(), plugins, issuers, clock),
                clientCertificate(user), user.impersonation(), clock);
    }

    /** Returns the source of logins in kubectl's order: static credentials before those to ask for. */
    private static ClusterCredentialSource loginSource(KubeconfigUserEntry user, KubeconfigCluster cluster,
            CredentialPluginRunner plugins, OidcIssuerClient issuers, Clock clock) throws ProblemException {
        if (user.tokenFile() != null) {
            return new TokenFileCredentialSource(user.tokenFile(), user.token(), clock);
        }
        if (user.token() != null || user.password() != null) {
            return new StaticCredentialSource(user);
        }
        if (user.exec() != null) {
            return new ExecPluginCredentialSource(user.exec(), cluster, plugins);
        }
        var authProviderSpec = user.provider();
        if (authProviderSpec == null) {
            return new StaticCredentialSource(user);
        }
        if (!authProviderSpec.name().equals("oidc")) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new CredentialReason.AuthProviderRemoved(authProviderSpec.name()));
        }
        return new OidcCredentialSource(authProviderSpec, issuers, clock);
    }

    private static @Nullable ClientCertificateIdentity clientCertificate(KubeconfigUserEntry user)
            throws ProblemException {
        if (user.certificate() == null || user.key() == null) {
            return null;
        }
        return ClientCertificateIdentity.fromPem(user.certificate().readBytes(), user.key().readBytes());
    }

    /** Returns the login for the next request. May block while a plugin runs. */
    public RequestCredentials login() throws ProblemException, InterruptedException {
        var requestCredentials = current;
        if (requestCredentials != null && requestCredentials.isValidAt(clock.instant())) {
            return requestCredentials;
        }
        return requestLogin(requestCredentials);
    }

    /**
     * Gets another login after the server refused one; returns whether there is one.
     *
     * @return false when there is no other to be had
     */
    public boolean renew(RequestCredentials refused) throws ProblemException, InterruptedException {
        var requestCredentials = current;
        if (requestCredentials != null && !refused.isSameCredential(requestCredentials)) {
            return true;
        }
        return source.isRenewable() && !requestLogin(requestCredentials).isSameCredential(refused);
    }

    public Impersonation impersonation() {
        return impersonation;
    }

    /** Returns the name of the wait for a login, as a phrase. */
    public String waitText() {
        return source.waitText();
    }

    private RequestCredentials requestLogin(@Nullable RequestCredentials outdated)
            throws ProblemException, InterruptedException {
        requestLock.lockInterruptibly();
        try {
            var requestCredentials = current;
            if (requestCredentials != null && !requestCredentials.equals(outdated)) {
                return requestCredentials;
            }
            var lately = failed;
            if (lately != null && clock.instant().isBefore(lately.failedAt().plus(PAUSE))) {
                throw new ProblemException(lately.exception().problem(), lately.exception());
            }
            var newRequestCredentials = freshLogin();
            current = newRequestCredentials;
            return newRequestCredentials;
        } finally {
            requestLock.unlock();
        }
    }

    private RequestCredentials freshLogin() throws ProblemException, InterruptedException {
        failed = null;
        try {
            var newRequestCredentials = source.get().withCertificate(certificate);
            var now = clock.instant();
            if (newRequestCredentials.isValidAt(now)) {
                return newRequestCredentials;
            }
            return newRequestCredentials.extendUntil(now.plus(SHORTEST));
        } catch (ProblemException problemException) {
            failed = new FailedLogin(problemException, clock.instant());
            throw problemException;
        }
    }

    /**
     * Forgets that a plugin failed, so that it runs at once, as the user asks for it. Returns at once, also while a
     * plugin runs.
     */
    public void forgetFailure() {
        failed = null;
    }

    /** A token or a password in the kubeconfig, or nothing at all. */
    private record StaticCredentialSource(KubeconfigUserEntry user) implements ClusterCredentialSource {

        @Override
        public RequestCredentials get() {
            if (user.token() != null) {
                return RequestCredentials.bearerToken(user.token().reveal().strip(), null);
            }
            var basicAuthCredential = user.password();
            if (basicAuthCredential == null) {
                return RequestCredentials.NONE;
            }
            var pair = basicAuthCredential.user() + ":" + basicAuthCredential.secret().reveal();
            return new RequestCredentials(
                    new SecretText(
                            "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))),
                    null, null);
        }

        @Override
        public boolean isRenewable() {
            return false;
        }

        @Override
        public String waitText() {
            return MESSAGES.text("wait.kubeconfig");
        }
    }

    /**
     * A token in a file that another program keeps fresh.
     *
     * @param fallback used while the file cannot be read; null when there is none
     */
    private record TokenFileCredentialSource(Path file, @Nullable SecretText fallback,
            Clock clock) implements ClusterCredentialSource {

        /** As often as kubectl looks at it. */
        private static final Duration FRESH = Duration.ofMinutes(1);
        private static final int LARGEST = 1 << 20;

        @Override
        public RequestCredentials get() throws ProblemException {
            try {
                var token = SizeLimitedFileReader.readText(file, LARGEST).strip();
                if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
                    throw new ProblemException(OperationProblemKind.CONFIGURATION,
                            new CredentialReason.TokenFileEmpty(file.toString()));
                }
                return RequestCredentials.bearerToken(token, clock.instant().plus(FRESH));
            } catch (FileTooLargeException e) {
                throw new ProblemException(OperationProblemKind.CONFIGURATION,
                        new CredentialReason.TokenFileTooLarge(file.toString()), e);
            } catch (IOException e) {
                if (fallback != null) {
                    return RequestCredentials.bearerToken(fallback.reveal(), clock.instant().plus(FRESH));
                }
                throw new ProblemException(KubeconfigFileProblemFactory.unreadableFile(file, e), e);
            }
        }

        @Override
        public boolean isRenewable() {
            return true;
        }

        @Override
        public String waitText() {
            return MESSAGES.text("wait.file");
        }
    }
}
