package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.SessionConnectionStatus;
import tessera.ui.AppServices;

/**
 * Retries without end to reach a cluster that a window would leave to its user: one that rejected the credential, refused, or was closed. Less and less often, because a credential command may trouble somebody; at once after the
 * machine slept, as is what failed in one that seems to be reached still. FX thread.
 */
final class WallClusterReconnector {

    private static final Duration FIRST = Duration.ofSeconds(20);
    private static final Duration MOST = Duration.ofMinutes(10);
    /** Nobody asks so seldom but a machine that slept. */
    private static final Duration SLEPT = Duration.ofSeconds(30);

    private final AppServices services;
    private Duration wait = FIRST;
    private @Nullable Instant lastAttemptAt;
    private @Nullable Instant checkedAt;

    WallClusterReconnector(AppServices services) {
        this.services = services;
    }

    /** Checks the connection; to be called every second or so. */
    void checkConnection(Instant now) {
        boolean slept = checkedAt != null && Duration.between(checkedAt, now).compareTo(SLEPT) > 0;
        checkedAt = now;
        switch (services.snapshots().get().connection()) {
            case SessionConnectionStatus.LiveConnection _ -> {
                resetBackoff();
                if (slept) {
                    services.retryConnection();
                }
            }
            case SessionConnectionStatus.UnauthenticatedConnection _,SessionConnectionStatus.RefusedConnection _,SessionConnectionStatus.NoConnection _ ->
                retryWhenDue(now, slept);
            case SessionConnectionStatus.PendingConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _,SessionConnectionStatus.UnreachableCluster _ -> {
                if (slept) {
                    services.retryConnection();
                }
            }
        }
    }

    private void resetBackoff() {
        wait = FIRST;
        lastAttemptAt = null;
    }

    private void retryWhenDue(Instant now, boolean slept) {
        var since = lastAttemptAt;
        if (since == null && !slept) {
            lastAttemptAt = now;
        } else if (slept || Duration.between(since, now).compareTo(wait) >= 0) {
            lastAttemptAt = now;
            wait = wait.multipliedBy(2).compareTo(MOST) > 0 ? MOST : wait.multipliedBy(2);
            services.retryConnection();
        }
    }
}
