package tessera.demo.api.request;

import java.time.Duration;

/**
 * How long the server's own waits take: time limits of watches, bookmarks, patience with future versions.
 *
 * @param factor 1 for real time; tests wait less
 */
public record ServerTimings(double factor) {

    public static final ServerTimings REAL = new ServerTimings(1);

    public Duration of(Duration nominal) {
        return Duration.ofNanos((long) (nominal.toNanos() * factor));
    }
}
