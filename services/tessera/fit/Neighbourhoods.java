package tessera.fit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps what is about no single pod or manifest, and has it read anew once it is a minute old. Any thread. */
public final class Neighbourhoods {

    private static final Duration OLDEST = Duration.ofMinutes(1);

    private final ObjectSource source;
    private @Nullable Neighbourhood kept;
    private long since;

    /** Those of a cluster. */
    public Neighbourhoods(ObjectSource source) {
        this.source = source;
    }

    /** One that is not old yet, read for others perhaps. */
    synchronized Neighbourhood now() {
        long time = System.nanoTime();
        var there = kept;
        if (there == null || time - since > OLDEST.toNanos()) {
            there = new Neighbourhood(source);
            kept = there;
            since = time;
        }
        return there;
    }
}
