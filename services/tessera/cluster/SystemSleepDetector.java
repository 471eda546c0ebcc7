package tessera.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * A machine's two clocks side by side: time of day and uptime. When a laptop
 * sleeps, the one goes on and the other stands still; or both go on, and nobody looked for too long.
 */
final class SystemSleepDetector {

    private final Clock clock;
    private Instant lastWallTime;
    private long ran;

    SystemSleepDetector(Clock clock) {
        this.clock = clock;
        lastWallTime = clock.instant();
        ran = System.nanoTime();
    }

    /** Returns whether since the last call more than a limit passed, or the clocks diverged by as much. */
    boolean hasDrifted(Duration limit) {
        var nowShown = clock.instant();
        long nowRan = System.nanoTime();
        var running = Duration.ofNanos(nowRan - ran);
        var apart = Duration.between(lastWallTime, nowShown).minus(running).abs();
        lastWallTime = nowShown;
        ran = nowRan;
        return apart.compareTo(limit) > 0 || running.compareTo(limit) > 0;
    }
}
