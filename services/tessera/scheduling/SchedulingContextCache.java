package tessera.scheduling;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps what is about no single pod or manifest, and has it read anew once it is a minute old. Any thread. */
public final class SchedulingContextCache {

    private static final Duration OLDEST = Duration.ofMinutes(1);

    private final ObjectSource source;
    private @Nullable SchedulingContext kept;
    private long since;

    /** Those of a cluster. */
    public SchedulingContextCache(ObjectSource source) {
        this.source = source;
    }

    /** One that is not old yet, read for others perhaps. */
    synchronized SchedulingContext now() {
        long time = System.nanoTime();
        var there = kept;
        if (there == null || time - since > OLDEST.toNanos()) {
            there = new SchedulingContext(source);
            kept = there;
            since = time;
        }
        return there;
    }
}
