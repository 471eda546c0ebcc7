package tessera.cluster.credential;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.KubeUser;
import tessera.cluster.kubeconfig.KubeUser.Impersonation;
import tessera.cluster.kubeconfig.KubeconfigCluster;
import tessera.cluster.tls.ClientIdentity;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * The logins of one user at one cluster: the current one, kept until it expires or is refused.
 *
 * <p>Safe for use by several threads; while one gets a new login the others wait for it. Nothing is kept on disk.
 */
public final class CredentialCache {

    /** A plugin that just failed is not run again at once for every request that waits. */
    private static final Duration PAUSE = Duration.ofSeconds(2);
    /** Nor is it run again at once when what it hands out has ended by this machine's clock. */
    private static final Duration SHORTEST = Duration.ofSeconds(30);

    private final LoginSource source;
    private final @Nullable ClientIdentity certificate;
    private final Impersonation impersonation;
    private final Clock clock;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable RequestLogin current;
    private volatile @Nullable FailedLogin failed;

    /** The last failure to get a login, and its time. */
    private record FailedLogin(Failure why, Instant failedAt) {}

    private CredentialCache(LoginSource source, @Nullable ClientIdentity certificate, Impersonation impersonation,
            Clock clock) {
        this.source = source;
        this.certificate = certificate;
        this.impersonation = impersonation;
        this.clock = clock;
    }

    /**
     * Returns the logins for a context of the kubeconfig. Nothing is run or contacted yet.
     *
     * @throws Failure when what it says cannot work, or its certificate cannot be read
     */
    public static CredentialCache of(KubeContext context, PluginRunner plugins, IssuerClient issuers, Clock clock)
            throws Failure {
        var user = context.usableUser();
        return new CredentialCache(loginSource(user, context.usableCluster(), plugins, issuers, clock),
                clientCertificate(user),
                user.impersonation(), clock);
    }

    /** Returns the source of logins in kubectl's order: static credentials before those to ask for. */
    private static LoginSource loginSource(KubeUser user, KubeconfigCluster cluster, PluginRunner plugins,
            IssuerClient issuers, Clock clock) throws Failure {
        if (user.tokenFile() != null) {
            return new TokenFile(user.tokenFile(), user.token(), clock);
        }
        if (user.token() != null || user.password() != null) {
            return new StaticCredential(user);
        }
        if (user.exec() != null) {
            return new ExecPlugin(user.exec(), cluster, plugins);
        }
        var provider = user.provider();
        if (provider == null) {
            return new StaticCredential(user);
        }
        if (!provider.name().equals("oidc")) {
            throw new Failure(new Problem(ProblemKind.CONFIGURATION,
                    "The auth-provider “" + provider.name() + "” no longer exists", "",
                    "Replace it in the kubeconfig by the credential plugin that its vendor offers."));
        }
        return new OidcProvider(provider, issuers, clock);
    }

    private static @Nullable ClientIdentity clientCertificate(KubeUser user) throws Failure {
        return user.certificate() == null || user.key() == null ? null
                : ClientIdentity.fromPem(user.certificate().readBytes(), user.key().readBytes());
    }

    /** Returns the login for the next request. May block while a plugin runs. */
    public RequestLogin login() throws Failure, InterruptedException {
        var known = current;
        return known != null && known.isValidAt(clock.instant()) ? known : requestLogin(known);
    }

    /**
     * Gets another login after the server refused one; returns whether there is one.
     *
     * @return false when there is no other to be had
     */
    public boolean renew(RequestLogin refused) throws Failure, InterruptedException {
        var known = current;
        if (known != null && !refused.isSameCredential(known)) {
            return true;
        }
        return source.isRenewable() && !requestLogin(known).isSameCredential(refused);
    }

    public Impersonation impersonation() {
        return impersonation;
    }

    /** Returns the name of the wait for a login, as a phrase. */
    public String waitText() {
        return source.waitText();
    }

    private RequestLogin requestLogin(@Nullable RequestLogin outdated) throws Failure, InterruptedException {
        asking.lockInterruptibly();
        try {
            var known = current;
            if (known != null && !known.equals(outdated)) {
                return known;
            }
            var lately = failed;
            if (lately != null && clock.instant().isBefore(lately.failedAt().plus(PAUSE))) {
                throw new Failure(lately.why().problem(), lately.why());
            }
            var fresh = freshLogin();
            current = fresh;
            return fresh;
        } finally {
            asking.unlock();
        }
    }

    private RequestLogin freshLogin() throws Failure, InterruptedException {
        failed = null;
        try {
            var fresh = source.get().withCertificate(certificate);
            var now = clock.instant();
            return fresh.isValidAt(now) ? fresh : fresh.extendUntil(now.plus(SHORTEST));
        } catch (Failure failure) {
            failed = new FailedLogin(failure, clock.instant());
            throw failure;
        }
    }

    /**
     * Forgets that a plugin failed, so that it runs at once, as the user asks for it. Returns at once, also while a
     * plugin runs.
     */
    public void forgetFailure() {
        failed = null;
    }
}
