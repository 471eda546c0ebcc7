package tessera.ui.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How moments of a frame are said: with the day where it is longer than one. */
record MomentText(TimeFrame frame, ZoneId zone) {

    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("EEE d, HH:mm", Locale.ROOT);
    private static final Duration DAY = Duration.ofHours(12);

    private boolean days() {
        return frame.length().compareTo(DAY) > 0;
    }

    /** To the minute. */
    String brief(Instant moment) {
        return (days() ? DAYS : MINUTES).format(moment.atZone(zone));
    }

    /** As exactly as moments are told apart. */
    String exact(Instant moment) {
        return (days() ? DAYS : SECONDS).format(moment.atZone(zone));
    }
}
