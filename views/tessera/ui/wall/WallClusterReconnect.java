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
final class WallClusterReconnect {

    private static final Duration FIRST = Duration.ofSeconds(20);
    private static final Duration MOST = Duration.ofMinutes(10);
    /** Nobody asks so seldom but a machine that slept. */
    private static final Duration SLEPT = Duration.ofSeconds(30);

    private final AppServices desk;
    private Duration wait = FIRST;
    private @Nullable Instant given;
    private @Nullable Instant asked;

    WallClusterReconnect(AppServices desk) {
        this.desk = desk;
    }

    /** Checks the connection; to be called every second or so. */
    void checkConnection(Instant now) {
        boolean slept = asked != null && Duration.between(asked, now).compareTo(SLEPT) > 0;
        asked = now;
        switch (desk.snapshots().get().connection()) {
            case SessionConnectionStatus.LiveConnection _ -> {
                resetBackoff();
                if (slept) {
                    desk.retryConnection();
                }
            }
            case SessionConnectionStatus.RejectedCredentials _,SessionConnectionStatus.RefusedConnection _,SessionConnectionStatus.NoConnection _ ->
                retryWhenDue(now, slept);
            case SessionConnectionStatus.ConnectingSession _,SessionConnectionStatus.ReconnectingSession _,SessionConnectionStatus.StaleConnection _,SessionConnectionStatus.UnreachableCluster _ -> {
                if (slept) {
                    desk.retryConnection();
                }
            }
        }
    }

    private void resetBackoff() {
        wait = FIRST;
        given = null;
    }

    private void retryWhenDue(Instant now, boolean slept) {
        var since = given;
        if (since == null && !slept) {
            given = now;
        } else if (slept || Duration.between(since, now).compareTo(wait) >= 0) {
            given = now;
            wait = wait.multipliedBy(2).compareTo(MOST) > 0 ? MOST : wait.multipliedBy(2);
            desk.retryConnection();
        }
    }
}
