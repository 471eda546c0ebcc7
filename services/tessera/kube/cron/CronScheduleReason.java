package tessera.kube.cron;

import java.util.List;
import tessera.text.Reason;

/** The reason why a line is no schedule. */
public sealed interface CronScheduleReason extends Reason {

    record EmptySchedule() implements CronScheduleReason {}

    record UnknownTimeZone(String zone) implements CronScheduleReason {}

    record WrongFieldCount(String line, int fields) implements CronScheduleReason {}

    record InvalidInterval(String interval) implements CronScheduleReason {}

    record UnknownMacro(String macro, List<String> macros) implements CronScheduleReason {

        public UnknownMacro {
            macros = List.copyOf(macros);
        }
    }

    record TooManyDashes(String range) implements CronScheduleReason {}

    record TooManySlashes(String range) implements CronScheduleReason {}

    record ZeroStep(String range) implements CronScheduleReason {}

    /**
     * The start of a cron range below the minimum of its field.
     *
     * @param field minute, hour, day (of the month), month or weekday
     */
    record RangeStartBelowMinimum(String field, int minimum, int maximum, long start) implements CronScheduleReason {}

    /**
     * The end of a cron range above the maximum of its field.
     *
     * @param sunday whether the end may be meant as Sunday
     */
    record RangeEndAboveMaximum(String field, int minimum, int maximum, long end,
            boolean sunday) implements CronScheduleReason {}

    record ReversedRange(String range) implements CronScheduleReason {}

    /**
     * A missing or malformed number in a cron field.
     *
     * @param example a name that is valid there too; empty for none
     */
    record InvalidNumber(String word, String example) implements CronScheduleReason {}

    record NegativeNumber(String word) implements CronScheduleReason {}
}
