package tessera.kube.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A CronJob's schedule as API servers parse it and its controller follows it: five fields, a word such as {@code @daily}, or
 * {@code @every} with a duration, perhaps after a time zone.
 */
public final class CronSchedule {

    /** In the order in which they are listed where somebody wrote none of them. */
    private static final List<String> MACROS = List.of("@yearly", "@annually", "@monthly", "@weekly", "@daily",
            "@midnight", "@hourly");
    private static final Map<String, String> MACRO_FIELDS = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *", "@weekly", "0 0 * * 0", "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *");
    /** Some schedules mean the 29th of February, which may be eight years away. */
    private static final int HORIZON_DAYS = 9 * 366;
    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
            "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final List<CronField> PLACES = List.of(new CronField("minute", 0, 59, List.of()),
            new CronField("hour", 0, 23, List.of()), new CronField("day", 1, 31, List.of()),
            new CronField("month", 1, 12, MONTHS), new CronField("weekday", 0, 6, DAYS));
    private static final int MINUTE = 0;
    private static final int HOUR = 1;
    private static final int DAY = 2;
    private static final int MONTH = 3;
    private static final int WEEKDAY = 4;
    private static final String EVERY = "@every ";
    private static final Pattern ZONE = Pattern.compile("(?:CRON_)?TZ=(\\S*)\\s*(.*)", Pattern.DOTALL);

    private final List<CronFieldValues> fields;
    private final Optional<Duration> interval;
    private final Optional<ZoneId> zone;

    private CronSchedule(List<CronFieldValues> fields, Optional<Duration> interval, Optional<ZoneId> zone) {
        this.fields = List.copyOf(fields);
        this.interval = interval;
        this.zone = zone;
    }

    /**
     * The fault of a schedule.
     *
     * @param serverMessage as the parser of API servers says it
     */
    public record CronScheduleProblem(CronScheduleReason reason, String serverMessage) {

        /** Returns the reason for people, to be read behind a colon, without a full stop. */
        public String problemText() {
            return reason.text();
        }
    }

    /** One of the five fields. */
    private record CronField(String name, int minimum, int maximum, List<String> names) {}

    /**
     * The values that a field allows.
     *
     * @param any whether it restricts nothing, which decides how the two fields for days are combined
     */
    private record CronFieldValues(BitSet values, boolean any) {}

    /** Thrown for a syntax error in a field. */
    private static final class CronSyntaxException extends Exception {

        private static final long serialVersionUID = 1L;
        private final transient CronScheduleProblem fault;

        CronSyntaxException(CronScheduleReason reason, String server) {
            super(server, null, false, false);
            fault = new CronScheduleProblem(reason, server);
        }
    }

    /** Returns whether it names a time zone, which servers parse and refuse all the same: CronJobs have a field for it. */
    public static boolean namesTimeZone(String line) {
        return line.contains("TZ");
    }

    /** Returns whether a name is one of the IANA time zones, in the right case. */
    public static boolean isKnownZone(String name) {
        return ZoneId.getAvailableZoneIds().contains(name) && !name.startsWith("SystemV/");
    }

    /** Returns the fault of a line; empty where an API server accepts it. */
    public static Optional<CronScheduleProblem> findProblem(String line) {
        try {
            parseLine(line);
            return Optional.empty();
        } catch (CronSyntaxException wrong) {
            return Optional.of(wrong.fault);
        }
    }

    /** Returns the schedule in a line; empty where an API server would not accept it. */
    public static Optional<CronSchedule> parse(String line) {
        try {
            return Optional.of(parseLine(line));
        } catch (CronSyntaxException _) {
            return Optional.empty();
        }
    }

    private static CronSchedule parseLine(String line) throws CronSyntaxException {
        if (line.isEmpty()) {
            throw new CronSyntaxException(new CronScheduleReason.EmptySchedule(), "empty spec string");
        }
        var zoned = ZONE.matcher(line);
        boolean hasZone = zoned.matches();
        if (hasZone && !isKnownZone(zoned.group(1))) {
            throw new CronSyntaxException(new CronScheduleReason.UnknownTimeZone(zoned.group(1)),
                    "provided bad location %s: unknown time zone %s".formatted(zoned.group(1), zoned.group(1)));
        }
        Optional<ZoneId> zone = hasZone ? Optional.of(ZoneId.of(zoned.group(1))) : Optional.empty();
        var rest = hasZone ? zoned.group(2) : line;
        if (rest.startsWith(EVERY)) {
            return new CronSchedule(List.of(), Optional.of(parseInterval(rest)), zone);
        }
        checkMacro(rest);
        var parts = Stream.of(MACRO_FIELDS.getOrDefault(rest, rest).strip().split("\\s+", -1))
                .filter(field -> !field.isEmpty()).toList();
        if (parts.size() != PLACES.size()) {
            throw new CronSyntaxException(new CronScheduleReason.WrongFieldCount(line, parts.size()),
                    "expected exactly 5 fields, found %d: [%s]".formatted(parts.size(), String.join(" ", parts)));
        }
        var fields = new ArrayList<CronFieldValues>();
        for (int at = 0; at < parts.size(); at++) {
            fields.add(parseField(parts.get(at), PLACES.get(at)));
        }
        return new CronSchedule(fields, Optional.empty(), zone);
    }

    private static CronFieldValues parseField(String text, CronField field) throws CronSyntaxException {
        var values = new BitSet();
        boolean any = false;
        for (var part : text.split(",", -1)) {
            if (!part.isEmpty()) {
                any |= addRange(part, field, values);
            }
        }
        return new CronFieldValues(values, any);
    }

    private static Duration parseInterval(String text) throws CronSyntaxException {
        var duration = text.substring(EVERY.length());
        try {
            // A schedule counts whole seconds, one at least.
            return Duration.ofSeconds(Math.max(1, GoDurationParser.parse(duration).toSeconds()));
        } catch (GoDurationParser.InvalidDurationException e) {
            throw new CronSyntaxException(new CronScheduleReason.InvalidInterval(duration),
                    "failed to parse duration %s: %s".formatted(text, e.goMessage()));
        }
    }

    private static void checkMacro(String text) throws CronSyntaxException {
        if (text.startsWith("@") && !MACROS.contains(text)) {
            throw new CronSyntaxException(new CronScheduleReason.UnknownMacro(text, MACROS),
                    "unrecognized descriptor: " + text);
        }
    }

    /** Adds the values of a range and returns whether it restricts nothing; a wildcard with a step does. */
    private static boolean addRange(String text, CronField field, BitSet values) throws CronSyntaxException {
        var steps = text.split("/", -1);
        var ends = steps[0].split("-", -1);
        boolean any = ends[0].equals("*") || ends[0].equals("?");
        long start = any ? field.minimum() : parseNumber(ends[0], field);
        if (!any && ends.length > 2) {
            throw new CronSyntaxException(new CronScheduleReason.TooManyDashes(text), "too many hyphens: " + text);
        }
        long end;
        if (any) {
            end = field.maximum();
        } else if (ends.length == 2) {
            end = parseNumber(ends[1], field);
        } else {
            end = start;
        }
        if (steps.length > 2) {
            throw new CronSyntaxException(new CronScheduleReason.TooManySlashes(text), "too many slashes: " + text);
        }
        long step = steps.length == 2 ? parseNumber(steps[1], null) : 1;
        if (steps.length == 2 && ends.length == 1) {
            end = field.maximum();
        }
        checkBounds(text, field, start, end);
        if (step == 0) {
            throw new CronSyntaxException(new CronScheduleReason.ZeroStep(text),
                    "step of range should be a positive number: " + text);
        }
        for (long value = start; value <= end; value += step) {
            values.set((int) value);
        }
        return any && step == 1;
    }

    private static void checkBounds(String text, CronField field, long start, long end) throws CronSyntaxException {
        if (start < field.minimum()) {
            throw new CronSyntaxException(
                    new CronScheduleReason.RangeStartBelowMinimum(field.name(), field.minimum(), field.maximum(),
                            start),
                    "beginning of range (%d) below minimum (%d): %s".formatted(start, field.minimum(), text));
        }
        if (end > field.maximum()) {
            boolean sunday = field.names().equals(DAYS) && end == DAYS.size();
            throw new CronSyntaxException(new CronScheduleReason.RangeEndAboveMaximum(field.name(), field.minimum(),
                    field.maximum(), end, sunday),
                    "end of range (%d) above maximum (%d): %s".formatted(end, field.maximum(), text));
        }
        if (start > end) {
            throw new CronSyntaxException(new CronScheduleReason.ReversedRange(text),
                    "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, text));
        }
    }

    /** @param field whose names stand for numbers; null for none */
    private static long parseNumber(String text, @Nullable CronField field) throws CronSyntaxException {
        int named = field == null ? -1 : field.names().indexOf(text.toLowerCase(Locale.ROOT));
        if (field != null && named >= 0) {
            return (long) field.minimum() + named;
        }
        if (!text.matches("[-+]?\\d{1,18}")) {
            var example = field == null || field.names().isEmpty() ? "" : field.names().get(1).toUpperCase(Locale.ROOT);
            throw new CronSyntaxException(new CronScheduleReason.InvalidNumber(text, example),
                    "failed to parse int from %s: strconv.Atoi: parsing \"%s\": invalid syntax".formatted(text, text));
        }
        long number = Long.parseLong(text);
        if (number < 0) {
            throw new CronSyntaxException(new CronScheduleReason.NegativeNumber(text),
                    "negative number (%d) not allowed: %s".formatted(number, text));
        }
        return number;
    }

    /**
     * Returns the next due moment after another; empty if there is none for years.
     *
     * @param fieldZone the zone of {@code spec.timeZone} or of the controller, where the line names none
     */
    public Optional<Instant> nextAfter(Instant moment, ZoneId fieldZone) {
        if (interval.isPresent()) {
            return Optional.of(moment.truncatedTo(ChronoUnit.SECONDS).plus(interval.get()));
        }
        var at = moment.atZone(zone.orElse(fieldZone)).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        var horizon = at.plusDays(HORIZON_DAYS);
        while (at.isBefore(horizon)) {
            if (!allows(MONTH, at.getMonthValue()) || !allowsDay(at)) {
                at = at.toLocalDate().plusDays(1).atStartOfDay(at.getZone());
            } else if (!allows(HOUR, at.getHour())) {
                // Not to the hour after: where clocks change by half an hour, that may be the same one.
                at = at.plusMinutes(60 - (long) at.getMinute());
            } else if (!allows(MINUTE, at.getMinute())) {
                at = at.plusMinutes(1);
            } else {
                return Optional.of(at.toInstant());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the last due moment after one and until another; empty if there is none. However many are missed, only those
     * close to the end are looked at.
     */
    public Optional<Instant> lastBetween(Instant after, Instant until, ZoneId fieldZone) {
        var first = nextAfter(after, fieldZone).filter(due -> !due.isAfter(until));
        if (first.isEmpty()) {
            return first;
        }
        if (interval.isPresent()) {
            long missed = Duration.between(first.get(), until).dividedBy(interval.get());
            return Optional.of(first.get().plus(interval.get().multipliedBy(missed)));
        }
        var last = first;
        var window = Duration.ofMinutes(1);
        while (last.equals(first)) {
            var start = until.minus(window);
            if (!start.isAfter(first.get())) {
                start = first.get();
            }
            for (var due = nextAfter(start, fieldZone); due.isPresent()
                    && !due.get().isAfter(until); due = nextAfter(due.get(), fieldZone)) {
                last = due;
            }
            if (start.equals(first.get())) {
                break;
            }
            window = window.multipliedBy(4);
        }
        return last;
    }

    private boolean allows(int field, int value) {
        return fields.get(field).values().get(value);
    }

    private boolean allowsDay(ZonedDateTime at) {
        boolean day = allows(DAY, at.getDayOfMonth());
        boolean weekday = allows(WEEKDAY, at.getDayOfWeek().getValue() % DAYS.size());
        // Where both are restricted, either suffices.
        boolean free = fields.get(DAY).any() || fields.get(WEEKDAY).any();
        return free ? day && weekday : day || weekday;
    }
}
