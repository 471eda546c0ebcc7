package tessera.demo.api.request;

import java.time.Duration;

/**
 * How long the server's own waits take: time limits of watches, bookmarks, patience with future versions.
 *
 * @param factor 1 for real time; tests wait less
 */
public record Pace(double factor) {

    public static final Pace REAL = new Pace(1);

    public Duration of(Duration nominal) {
        return Duration.ofNanos((long) (nominal.toNanos() * factor));
    }
}
