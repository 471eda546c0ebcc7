package tessera.ui.logs;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parser of times as people type them: {@code 14:05}, {@code 14:05:30}, {@code 10m} ago, or a full instant. */
final class LogJumpTimeInputParser {

    private static final Pattern AGO = Pattern.compile("([0-9]{1,6})\\s*([smhd])");

    private LogJumpTimeInputParser() {}

    /** Parses a time; empty where it is invalid. A time of day is the last one that was. */
    static Optional<Instant> parse(String text, Instant now, ZoneId zone) {
        var typed = text.strip();
        var ago = AGO.matcher(typed.toLowerCase(Locale.ROOT));
        if (ago.matches()) {
            long number = Long.parseLong(ago.group(1));
            return Optional.of(now.minus(switch (ago.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            }));
        }
        try {
            if (typed.matches("[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?")) {
                var time = LocalTime.parse(typed.indexOf(':') == 1 ? "0" + typed : typed);
                var today = now.atZone(zone).with(time);
                return Optional.of((today.toInstant().isAfter(now) ? today.minusDays(1) : today).toInstant());
            }
            if (typed.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(Instant.parse(typed));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
