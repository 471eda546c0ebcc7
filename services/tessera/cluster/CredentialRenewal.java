package tessera.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.credential.PluginRunner;
import tessera.cluster.kubeconfig.FileStamps;
import tessera.cluster.kubeconfig.KubeContext;

/**
 * When a credential that was not accepted is tried again without the user. At once when the kubeconfig or a file that
 * holds the credential is rewritten. Otherwise ever more rarely, at most once in a given time, and only where that
 * disturbs nobody: never a password, since wrong ones lock accounts, and never a plugin that could open a browser.
 * Used by one thread.
 */
final class CredentialRenewal {

    private static final int MOST_DOUBLINGS = 4;

    private final Supplier<KubeContext> contexts;
    private final Duration shortest;
    private @Nullable KubeContext used;
    private FileStamps files = FileStamps.of(List.of());
    private int rounds;

    /** @param shortest time between two tries */
    CredentialRenewal(Supplier<KubeContext> contexts, Duration shortest) {
        this.contexts = contexts;
        this.shortest = shortest;
    }

    /** The context as it is now, for an attempt that begins. */
    KubeContext begin() {
        var context = contexts.get();
        used = context;
        files = FileStamps.of(context.loginFiles());
        return context;
    }

    /** The credential was accepted. */
    void accepted() {
        rounds = 0;
    }

    /** Whether the files say something else than at the last attempt. */
    boolean changed() {
        return redefined() || !files.equals(FileStamps.of(contexts.get().loginFiles()));
    }

    /** Whether the cluster or the user is defined otherwise than at the last attempt. */
    boolean redefined() {
        return !contexts.get().equals(used);
    }

    /** How long to wait before the next try without the user; empty when there must be none. */
    Optional<Duration> pause() {
        if (used == null || !quiet(used)) {
            return Optional.empty();
        }
        var pause = shortest.multipliedBy(1L << Math.min(rounds, MOST_DOUBLINGS));
        rounds++;
        return Optional.of(pause);
    }

    private static boolean quiet(KubeContext context) {
        var user = context.user();
        return user != null && user.password() == null
                && (user.exec() == null || PluginRunner.keepsFromDesktop());
    }
}
