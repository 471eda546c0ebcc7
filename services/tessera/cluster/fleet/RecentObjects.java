package tessera.cluster.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Claims that changed and pods that went within the last minute. Used by one thread. */
final class RecentObjects {

    private static final Duration KEPT = Duration.ofMinutes(1);

    /** The oldest first. */
    private final LinkedHashMap<String, Instant> known = new LinkedHashMap<>();
    private Map<String, Instant> told = Map.of();
    private boolean changed;

    void note(String key, Instant now) {
        known.remove(key);
        known.put(key, now);
        changed = true;
    }

    /** Returns those there are now; the same object while they are the same. */
    Map<String, Instant> at(Instant now) {
        changed |= known.values().removeIf(at -> at.plus(KEPT).isBefore(now));
        if (changed) {
            changed = false;
            told = Map.copyOf(known);
        }
        return told;
    }
}
