package tessera.demo.api;

import java.time.Duration;

/**
 * Factor for the server's own waiting times: watch timeouts, bookmarks, waits for future versions.
 *
 * @param factor 1 for real time; tests wait less
 */
public record SimulatedApiServerWaitTimeFactor(double factor) {

    public static final SimulatedApiServerWaitTimeFactor REAL = new SimulatedApiServerWaitTimeFactor(1);

    public Duration scale(Duration nominal) {
        return Duration.ofNanos((long) (nominal.toNanos() * factor));
    }
}
