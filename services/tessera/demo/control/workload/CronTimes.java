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

/** The minutes that a schedule of cron means: five fields, of which each is a number, a range, a step or several of them. */
final class CronTimes {

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

    private CronTimes(List<BitSet> fields, boolean anyDay, boolean anyWeekday, ZoneId zone) {
        this.fields = fields;
        this.anyDay = anyDay;
        this.anyWeekday = anyWeekday;
        this.zone = zone;
    }

    /** A schedule; empty where it is written in a way that is not known here. */
    static Optional<CronTimes> of(String schedule, String zone) {
        var parts = List.of(WORDS.getOrDefault(schedule, schedule).strip().split("\\s+", -1));
        try {
            if (parts.size() != LEAST.size()) {
                return Optional.empty();
            }
            var fields = new ArrayList<BitSet>();
            for (int i = 0; i < parts.size(); i++) {
                fields.add(field(parts.get(i), LEAST.get(i), MOST.get(i)));
            }
            return Optional.of(new CronTimes(List.copyOf(fields), parts.get(2).startsWith("*"),
                    parts.get(4).startsWith("*"), ZoneId.of(zone.isEmpty() ? "UTC" : zone)));
        } catch (NumberFormatException | DateTimeException unknown) {
            return Optional.empty();
        }
    }

    private static BitSet field(String text, int least, int most) {
        var set = new BitSet();
        for (var part : text.split(",", -1)) {
            int slash = part.indexOf('/');
            int step = slash < 0 ? 1 : Integer.parseInt(part.substring(slash + 1));
            var range = slash < 0 ? part : part.substring(0, slash);
            int dash = range.indexOf('-');
            boolean all = range.equals("*") || range.equals("?");
            int from = all ? least : Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            boolean open = dash < 0 && slash >= 0;
            int to = (all || open) ? most : dash < 0 ? from : Integer.parseInt(range.substring(dash + 1));
            if (step < 1 || from < least || to > most) {
                throw new NumberFormatException(part);
            }
            for (int value = from; value <= to; value += step) {
                set.set(value);
            }
        }
        return set;
    }

    /** The next of them; empty where there is none for years. */
    Optional<Instant> after(Instant moment) {
        var at = moment.atZone(zone).truncatedTo(ChronoUnit.MINUTES);
        for (int minute = 0; minute < HORIZON; minute++) {
            at = at.plusMinutes(1);
            if (means(at)) {
                return Optional.of(at.toInstant());
            }
        }
        return Optional.empty();
    }

    private boolean means(ZonedDateTime at) {
        int weekday = at.getDayOfWeek().getValue();
        boolean day = fields.get(2).get(at.getDayOfMonth());
        boolean named = fields.get(4).get(weekday) || (weekday == SUNDAY && fields.get(4).get(0));
        // Where both are restricted, either suffices.
        boolean right = (anyDay || anyWeekday) ? day && named : (day || named);
        return fields.get(0).get(at.getMinute()) && fields.get(1).get(at.getHour())
                && fields.get(3).get(at.getMonthValue()) && right;
    }
}
