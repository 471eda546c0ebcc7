package tessera.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.CredentialPluginRunner;
import tessera.cluster.kubeconfig.FileChangeStamps;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;

/**
 * The schedule of attempts without the user after a credential was refused. At once when the kubeconfig or a file that
 * holds the credential is rewritten. Otherwise ever more rarely, at most once in a given time, and only where that
 * disturbs nobody: never a password, since wrong ones lock accounts, and never a plugin that could open a browser.
 * Used by one thread.
 */
final class CredentialRetrySchedule {

    private static final int MOST_DOUBLINGS = 4;

    private final Supplier<KubeconfigContextEntry> contexts;
    private final Duration shortest;
    private @Nullable KubeconfigContextEntry used;
    private FileChangeStamps files = FileChangeStamps.of(List.of());
    private int rounds;

    /** @param shortest time between two tries */
    CredentialRetrySchedule(Supplier<KubeconfigContextEntry> contexts, Duration shortest) {
        this.contexts = contexts;
        this.shortest = shortest;
    }

    /** Returns the context as it is now, for a new attempt. */
    KubeconfigContextEntry beginAttempt() {
        var context = contexts.get();
        used = context;
        files = FileChangeStamps.of(context.credentialFiles());
        return context;
    }

    /** Records that the credential was accepted. */
    void markAccepted() {
        rounds = 0;
    }

    /** Returns whether the credential files changed since the last attempt. */
    boolean hasChanged() {
        return isRedefined() || !files.equals(FileChangeStamps.of(contexts.get().credentialFiles()));
    }

    /** Returns whether cluster or user are defined otherwise than at the last attempt. */
    boolean isRedefined() {
        return !contexts.get().equals(used);
    }

    /** Returns the time before the next attempt without the user; empty when there must be none. */
    Optional<Duration> nextPause() {
        if (used == null || !isUnattendable(used)) {
            return Optional.empty();
        }
        var pause = shortest.multipliedBy(1L << Math.min(rounds, MOST_DOUBLINGS));
        rounds++;
        return Optional.of(pause);
    }

    private static boolean isUnattendable(KubeconfigContextEntry context) {
        var user = context.user();
        return user != null && user.password() == null
                && (user.exec() == null || CredentialPluginRunner.canHideDesktop());
    }
}
