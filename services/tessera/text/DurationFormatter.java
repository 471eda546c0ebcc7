package tessera.text;

import java.time.Duration;

/** Durations in words. */
public final class DurationFormatter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DurationFormatter.class);
    private static final int COUNTED_SMALLER = 2;

    private DurationFormatter() {}

    /** Returns the duration, for example {@code less than a minute}, {@code 50 min}, {@code 3 h} and {@code 61 days}. */
    public static String durationText(Duration lasting) {
        if (lasting.toMinutes() < 1) {
            return MESSAGES.text("shorter");
        }
        if (lasting.toHours() < COUNTED_SMALLER) {
            return MESSAGES.text("minutes", lasting.toMinutes());
        }
        return lasting.toDays() < COUNTED_SMALLER ? MESSAGES.text("hours", lasting.toHours())
                : MESSAGES.text("days", lasting.toDays());
    }
}
