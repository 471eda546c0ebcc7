package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import tessera.text.DisplayLanguage;

/** Texts of moments in a time frame: with the date where it is longer than a day. */
record ChartTimeFormatter(ChartTimeFrame frame, ZoneId zone) {

    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("ccc d, HH:mm", Locale.ROOT);
    private static final Duration DAY = Duration.ofHours(12);

    private static DateTimeFormatter days() {
        return DAYS.withLocale(DisplayLanguage.current().wordLocale());
    }

    private boolean isOverDays() {
        return frame.length().compareTo(DAY) > 0;
    }

    /** Returns a moment to the minute. */
    String brief(Instant moment) {
        return (isOverDays() ? days() : MINUTES).format(moment.atZone(zone));
    }

    /** Returns a moment in the full resolution of the charts. */
    String exact(Instant moment) {
        return (isOverDays() ? days() : SECONDS).format(moment.atZone(zone));
    }
}
