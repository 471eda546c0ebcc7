package tessera.demo.control.workload;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The due minutes of a cron schedule with five fields of numbers, ranges and steps. */
final class CronScheduleTimes {

    private static final Map<String, String> WORDS = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *", "@midnight",
            "0 0 * * *", "@weekly", "0 0 * * 0", "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *", "@annually",
            "0 0 1 1 *");
    private static final List<Integer> LEAST = List.of(0, 0, 1, 1, 0);
    private static final List<Integer> MOST = List.of(59, 23, 31, 12, 7);
    private static final int SUNDAY = 7;
    /** Four years: some schedules mean the 29th of February. */
    private static final int HORIZON = 4 * 366 * 24 * 60;

    private final List<BitSet> fields;
    private final boolean anyDay;
    private final boolean anyWeekday;
    private final ZoneId zone;

    private CronScheduleTimes(List<BitSet> fields, boolean anyDay, boolean anyWeekday, ZoneId zone) {
        this.fields = fields;
        this.anyDay = anyDay;
        this.anyWeekday = anyWeekday;
        this.zone = zone;
    }

    /** Parses a schedule; empty if its syntax is not supported. */
    static Optional<CronScheduleTimes> parse(String schedule, String zone) {
        var parts = List.of(WORDS.getOrDefault(schedule, schedule).strip().split("\\s+", -1));
        try {
            if (parts.size() != LEAST.size()) {
                return Optional.empty();
            }
            var fields = new ArrayList<BitSet>();
            for (int i = 0; i < parts.size(); i++) {
                fields.add(parseField(parts.get(i), LEAST.get(i), MOST.get(i)));
            }
            return Optional.of(new CronScheduleTimes(List.copyOf(fields), parts.get(2).startsWith("*"),
                    parts.get(4).startsWith("*"), ZoneId.of(zone.isEmpty() ? "UTC" : zone)));
        } catch (NumberFormatException | DateTimeException unknown) {
            return Optional.empty();
        }
    }

    private static BitSet parseField(String text, int minimum, int maximum) {
        var set = new BitSet();
        for (var part : text.split(",", -1)) {
            int slash = part.indexOf('/');
            int step = slash < 0 ? 1 : Integer.parseInt(part.substring(slash + 1));
            var range = slash < 0 ? part : part.substring(0, slash);
            int dash = range.indexOf('-');
            boolean all = range.equals("*") || range.equals("?");
            int from = all ? minimum : Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            boolean open = dash < 0 && slash >= 0;
            int to = (all || open) ? maximum : dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
            if (step < 1 || from < minimum || to > maximum) {
                throw new NumberFormatException(part);
            }
            for (int value = from; value <= to; value += step) {
                set.set(value);
            }
        }
        return set;
    }

    /** Returns the next due minute; empty if there is none for years. */
    Optional<Instant> nextAfter(Instant moment) {
        var at = moment.atZone(zone).truncatedTo(ChronoUnit.MINUTES);
        for (int minute = 0; minute < HORIZON; minute++) {
            at = at.plusMinutes(1);
            if (matchesTime(at)) {
                return Optional.of(at.toInstant());
            }
        }
        return Optional.empty();
    }

    private boolean matchesTime(ZonedDateTime at) {
        int weekday = at.getDayOfWeek().getValue();
        boolean day = fields.get(2).get(at.getDayOfMonth());
        boolean named = fields.get(4).get(weekday) || (weekday == SUNDAY && fields.get(4).get(0));
        // Where both are restricted, either suffices.
        boolean right = (anyDay || anyWeekday) ? day && named : (day || named);
        return fields.get(0).get(at.getMinute()) && fields.get(1).get(at.getHour())
                && fields.get(3).get(at.getMonthValue()) && right;
    }
}
