package tessera.text;

import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Durations in words. */
public final class DurationFormatter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DurationFormatter.class);
    private static final int COUNTED_SMALLER = 2;
    /** Stands for any number. */
    private static final String COUNT = "#";

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

    /** Returns a text with {@code #} in place of durations, to compare it with others apart from these. */
    public static String withoutDurations(String text) {
        var told = Stream
                .concat(Stream.of("minutes", "hours", "days").map(key -> MESSAGES.text(key, COUNT)),
                        Stream.of(COUNT + " s", COUNT + " d"))
                .map(form -> "\\b" + Pattern.quote(form).replace(COUNT, "\\E\\d+\\Q") + "\\b");
        return text.replaceAll(told.collect(Collectors.joining("|")), "#");
    }
}
