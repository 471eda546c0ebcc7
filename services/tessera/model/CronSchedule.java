package tessera.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A CronJob's schedule as API servers parse it: five fields, or a word such as {@code @daily}. */
public final class CronSchedule {

    private static final List<String> WORDS = List.of("@yearly", "@annually", "@monthly", "@weekly", "@daily",
            "@midnight", "@hourly");
    private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
            "oct", "nov", "dec");
    private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
    private static final List<CronField> PLACES = List.of(new CronField("minute", 0, 59, List.of()),
            new CronField("hour", 0, 23, List.of()), new CronField("day of the month", 1, 31, List.of()),
            new CronField("month", 1, 12, MONTHS), new CronField("day of the week", 0, 6, DAYS));
    private static final String EVERY = "@every ";
    private static final Pattern DURATION = Pattern
            .compile("[-+]?(?:0|(?:(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:ns|us|µs|μs|ms|s|m|h))++)");
    private static final Pattern ZONE = Pattern.compile("(?:CRON_)?TZ=(\\S*)\\s*(.*)", Pattern.DOTALL);

    private CronSchedule() {}

    /**
     * The fault of a schedule.
     *
     * @param problemText  for people, to be read behind a colon, without a full stop
     * @param server as the parser of API servers says it
     */
    public record CronScheduleProblem(String problemText, String server) {}

    /** One of the five fields. */
    private record CronField(String name, int minimum, int maximum, List<String> names) {

        /** Returns the range, for example “the hour goes from 0 to 23”. */
        String rangeText() {
            return "the %s goes from %d to %d".formatted(name, minimum, maximum);
        }
    }

    /** Thrown for a syntax error in a field. */
    private static final class CronSyntaxException extends Exception {

        private static final long serialVersionUID = 1L;
        private final transient CronScheduleProblem fault;

        CronSyntaxException(String text, String server) {
            super(server, null, false, false);
            fault = new CronScheduleProblem(text, server);
        }
    }

    /** Returns whether it names a time zone, which servers parse and refuse all the same: CronJobs have a field for it. */
    public static boolean namesTimeZone(String line) {
        return line.contains("TZ");
    }

    /** Returns the fault of a line; empty where an API server accepts it. */
    public static Optional<CronScheduleProblem> findFault(String line) {
        try {
            checkLine(line);
            return Optional.empty();
        } catch (CronSyntaxException wrong) {
            return Optional.of(wrong.fault);
        }
    }

    private static void checkLine(String line) throws CronSyntaxException {
        if (line.isEmpty()) {
            throw new CronSyntaxException("it is empty", "empty spec string");
        }
        var zone = ZONE.matcher(line);
        boolean zoned = zone.matches();
        if (zoned && !IanaTimeZoneNames.isKnown(zone.group(1))) {
            throw new CronSyntaxException("there is no time zone “%s”".formatted(zone.group(1)),
                    "provided bad location %s: unknown time zone %s".formatted(zone.group(1), zone.group(1)));
        }
        var rest = zoned ? zone.group(2) : line;
        if (rest.startsWith("@")) {
            checkMacro(rest);
            return;
        }
        var fields = List.of(rest.strip().split("\\s+", -1)).stream().filter(field -> !field.isEmpty()).toList();
        if (fields.size() != PLACES.size()) {
            throw new CronSyntaxException("it takes five fields, and “%s” has %d".formatted(line, fields.size()),
                    "expected exactly 5 fields, found %d: [%s]".formatted(fields.size(), String.join(" ", fields)));
        }
        for (int at = 0; at < fields.size(); at++) {
            for (var part : fields.get(at).split(",", -1)) {
                if (!part.isEmpty()) {
                    checkRange(part, PLACES.get(at));
                }
            }
        }
    }

    private static void checkMacro(String text) throws CronSyntaxException {
        if (text.startsWith(EVERY)) {
            var duration = text.substring(EVERY.length());
            if (!DURATION.matcher(duration).matches()) {
                throw new CronSyntaxException("“%s” is no duration such as 1h30m".formatted(duration),
                        "failed to parse duration %s: time: invalid duration \"%s\"".formatted(text, duration));
            }
        } else if (!WORDS.contains(text)) {
            throw new CronSyntaxException(
                    "“%s” is none of %s and @every 1h30m".formatted(text, String.join(", ", WORDS)),
                    "unrecognized descriptor: " + text);
        }
    }

    private static void checkRange(String text, CronField field) throws CronSyntaxException {
        var steps = text.split("/", -1);
        var ends = steps[0].split("-", -1);
        boolean any = ends[0].equals("*") || ends[0].equals("?");
        long start = any ? field.minimum() : parseNumber(ends[0], field);
        if (!any && ends.length > 2) {
            throw new CronSyntaxException("“%s” has too many dashes".formatted(text), "too many hyphens: " + text);
        }
        long end = any ? field.maximum() : ends.length == 2 ? parseNumber(ends[1], field) : start;
        if (steps.length > 2) {
            throw new CronSyntaxException("“%s” has too many slashes".formatted(text), "too many slashes: " + text);
        }
        long step = steps.length == 2 ? parseNumber(steps[1], null) : 1;
        checkBounds(text, field, start, steps.length == 2 && ends.length == 1 ? field.maximum() : end);
        if (step == 0) {
            throw new CronSyntaxException("a step of 0, as in “%s”, never comes on".formatted(text),
                    "step of range should be a positive number: " + text);
        }
    }

    private static void checkBounds(String text, CronField field, long start, long end) throws CronSyntaxException {
        if (start < field.minimum()) {
            throw new CronSyntaxException("%s, not from %d".formatted(field.rangeText(), start),
                    "beginning of range (%d) below minimum (%d): %s".formatted(start, field.minimum(), text));
        }
        if (end > field.maximum()) {
            throw new CronSyntaxException("%s, not to %d%s".formatted(field.rangeText(), end, sundayHint(field, end)),
                    "end of range (%d) above maximum (%d): %s".formatted(end, field.maximum(), text));
        }
        if (start > end) {
            throw new CronSyntaxException("“%s” ends before it begins".formatted(text),
                    "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, text));
        }
    }

    private static String sundayHint(CronField field, long end) {
        return field.names().equals(DAYS) && end == DAYS.size() ? ": Sunday is 0" : "";
    }

    /** @param field whose names stand for numbers; null for none */
    private static long parseNumber(String text, @Nullable CronField field) throws CronSyntaxException {
        int named = field == null ? -1 : field.names().indexOf(text.toLowerCase(Locale.ROOT));
        if (field != null && named >= 0) {
            return (long) field.minimum() + named;
        }
        if (!text.matches("[-+]?\\d{1,18}")) {
            var names = field == null || field.names().isEmpty() ? ""
                    : " nor a name such as " + field.names().get(1).toUpperCase(Locale.ROOT);
            throw new CronSyntaxException(
                    "%s is no number%s".formatted(text.isEmpty() ? "nothing" : "“" + text + "”", names),
                    "failed to parse int from %s: strconv.Atoi: parsing \"%s\": invalid syntax".formatted(text, text));
        }
        long number = Long.parseLong(text);
        if (number < 0) {
            throw new CronSyntaxException("“%s” is below zero".formatted(text),
                    "negative number (%d) not allowed: %s".formatted(number, text));
        }
        return number;
    }
}
