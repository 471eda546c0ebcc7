package tessera.ui.wall;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Hours of the day in which a wall is dimmed.
 *
 * @param from  when it begins
 * @param until when it ends, which may be on the next day; the same as {@code from} for never
 */
public record WallDimmingHours(LocalTime from, LocalTime until) {

    /** At no time of the day. */
    public static final WallDimmingHours NEVER = new WallDimmingHours(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT);

    private static final Pattern FORM = Pattern.compile("([0-9]{2}:[0-9]{2})-([0-9]{2}:[0-9]{2})");

    /** Parses a range such as {@code 22:00-07:00}; empty for invalid text. */
    public static Optional<WallDimmingHours> parse(String text) {
        var match = FORM.matcher(text.strip());
        if (!match.matches()) {
            return Optional.empty();
        }
        try {
            var hours = new WallDimmingHours(LocalTime.parse(match.group(1)), LocalTime.parse(match.group(2)));
            if (hours.from().equals(hours.until())) {
                return Optional.empty();
            }
            return Optional.of(hours);
        } catch (DateTimeException noTime) {
            return Optional.empty();
        }
    }

    boolean covers(LocalTime time) {
        if (from.isBefore(until)) {
            return !time.isBefore(from) && time.isBefore(until);
        }
        return !from.equals(until) && (!time.isBefore(from) || time.isBefore(until));
    }
}
