package tessera.model;

import java.time.Duration;

/** Durations in words. */
public final class DurationFormatter {

    private static final int COUNTED_SMALLER = 2;

    private DurationFormatter() {}

    /** Returns the duration, for example {@code less than a minute}, {@code 50 min}, {@code 3 h} and {@code 61 days}. */
    public static String durationText(Duration lasting) {
        if (lasting.toMinutes() < 1) {
            return "less than a minute";
        }
        if (lasting.toHours() < COUNTED_SMALLER) {
            return lasting.toMinutes() + " min";
        }
        return lasting.toDays() < COUNTED_SMALLER ? lasting.toHours() + " h" : lasting.toDays() + " days";
    }
}
