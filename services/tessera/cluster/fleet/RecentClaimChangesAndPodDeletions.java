package tessera.cluster.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Claims that changed and pods that were deleted within the last minute. Used by one thread. */
final class RecentClaimChangesAndPodDeletions {

    private static final Duration KEPT = Duration.ofMinutes(1);
    /** What a server changes in a minute has no end. */
    private static final int MOST = 100_000;

    /** The oldest first. */
    private final LinkedHashMap<String, Instant> changeTimes = new LinkedHashMap<>();
    private Map<String, Instant> publishedTimes = Map.of();
    private boolean changed;

    void noteChange(String key, Instant now) {
        changeTimes.remove(key);
        changeTimes.put(key, now);
        if (changeTimes.size() > MOST) {
            changeTimes.pollFirstEntry();
        }
        changed = true;
    }

    /** Returns the objects that are recent at a time; the same map while nothing changed. */
    Map<String, Instant> recentAt(Instant now) {
        changed |= changeTimes.values().removeIf(at -> at.plus(KEPT).isBefore(now));
        if (changed) {
            changed = false;
            publishedTimes = Map.copyOf(changeTimes);
        }
        return publishedTimes;
    }
}
