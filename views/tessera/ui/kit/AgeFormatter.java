package tessera.ui.kit;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tessera.model.ClusterSnapshot;

/** Ages as short text. */
public final class AgeFormatter {

    private AgeFormatter() {}

    /** Returns an age in short form, for example {@code 40 s}, {@code 12 min}, {@code 3 h}, {@code 1 h 12 min}, {@code 5 d}. */
    public static String brief(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 90) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        if (minutes < 60) {
            return minutes + " min";
        }
        long hours = minutes / 60;
        if (hours < 10 && minutes % 60 > 0) {
            return hours + " h " + minutes % 60 + " min";
        }
        return hours < 48 ? hours + " h" : hours / 24 + " d";
    }

    /** Returns the age of a moment of the server's clock; empty when the moment is unknown. */
    public static String ageOf(@Nullable Instant serverTime, ClusterSnapshot clusterSnapshot, Instant now) {
        return serverTime == null ? "" : brief(clusterSnapshot.ageOf(serverTime, now));
    }
}
