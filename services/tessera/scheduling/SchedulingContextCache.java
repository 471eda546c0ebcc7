package tessera.scheduling;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Caches the facts that are common to all pods and manifests, and reads them anew after a minute. Any thread. */
public final class SchedulingContextCache {

    private static final Duration OLDEST = Duration.ofMinutes(1);

    private final ClusterObjectSource source;
    private @Nullable SchedulingContext context;
    private long since;

    /** Those of a cluster. */
    public SchedulingContextCache(ClusterObjectSource source) {
        this.source = source;
    }

    /** Returns the current facts, which may have been read for another caller. */
    synchronized SchedulingContext current() {
        long time = System.nanoTime();
        var there = context;
        if (there == null || time - since > OLDEST.toNanos()) {
            there = new SchedulingContext(source);
            context = there;
            since = time;
        }
        return there;
    }
}
