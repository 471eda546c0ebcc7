package tessera.demo.api.table;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Ages as tables print them, in coarser units the longer they are. */
final class SimulatedTableAgeFormatter {

    static final String UNKNOWN = "<unknown>";

    private SimulatedTableAgeFormatter() {}

    /** Returns the age of a timestamp, given as objects carry it. */
    static String ageText(String moment, Instant now) {
        if (moment.isEmpty()) {
            return UNKNOWN;
        }
        try {
            return durationText(Duration.between(Instant.parse(moment), now));
        } catch (DateTimeException e) {
            return UNKNOWN;
        }
    }

    static String durationText(Duration span) {
        long seconds = span.toSeconds();
        long minutes = span.toMinutes();
        long hours = span.toHours();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        if (minutes < 10) {
            return twoUnitText(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        if (hours < 8) {
            return twoUnitText(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        return daysText(hours);
    }

    private static String daysText(long hours) {
        long days = hours / 24;
        if (hours < 24 * 8) {
            return twoUnitText(days, "d", hours % 24, "h");
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        return hours < 24 * 365 * 8 ? twoUnitText(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String twoUnitText(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
