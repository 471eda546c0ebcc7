package tessera.kube.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.model.IanaTimeZoneNames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class CronScheduleTest {

    @ParameterizedTest
    @ValueSource(strings = {"0 3 * * *", "*/61 * * * *", "0,30 8-18/2 1 JAN-mar Mon-Fri", "? ? ? ? ?", "5/15 * * * *",
        "@daily", "@every 1h30m", "  0   3 * * *", "0 3 * * 0,6", "1,,2 * * * *"})
    void whatServersTakeHasNoFault(String line) {
        assertThat(CronSchedule.findProblem(line)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0 3 * *       | “0 3 * *” has 4 fields instead of 5",
        "61 * * * *    | minute 61 is out of range 0 to 59", "0 24 * * *    | hour 24 is out of range 0 to 23",
        "0 3 0 * *     | day of the month 0 is out of range 1 to 31",
        "0 3 * * 7     | day of the week 7 is out of range 0 to 6 (Sunday is 0)",
        "0 5-3 * * *   | “5-3” ends before it begins", "0 1-2-3 * * * | “1-2-3” has too many dashes",
        "*/5/5 * * * * | “*/5/5” has too many slashes", "*/0 * * * *   | the step in “*/0” must not be 0",
        "0 3 * * day   | “day” is not a number or a name like MON", "five 3 * * *  | “five” is not a number",
        "@every soon   | “soon” is not a valid duration (example: 1h30m)",
        "TZ=Nowhere 0 3 * * * | time zone “Nowhere” does not exist"})
    void whatIsWrongIsSaidOfTheFieldThatHasIt(String line, String text) {
        assertThat(CronSchedule.findProblem(line).orElseThrow().problemText()).isEqualTo(text);
    }

    @Test
    void howLongALineIsDoesNotMatter() {
        assertThat(CronSchedule.findProblem("@every " + "1h".repeat(50_000))).isEmpty();
        assertThat(CronSchedule.findProblem("@every " + "1".repeat(50_000))).isPresent();
        assertThat(IanaTimeZoneNames.suggestName("Europe/" + "x".repeat(200_000))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"europe/berlin, Europe/Berlin", "Berlin, Europe/Berlin", "new york, America/New_York",
        "Europe/Pariss, Europe/Paris"})
    void whoWritesAZoneAlmostRightIsToldItsName(String written, String meant) {
        assertThat(IanaTimeZoneNames.isKnown(written)).isFalse();
        assertThat(IanaTimeZoneNames.suggestName(written)).contains(meant);
    }

    /** As robfig/cron of the CronJob controller: a wildcard with a step restricts, and then one of two days suffices. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"0 3 * * *       | 2026-11-30T03:00:00Z | 2026-12-01T03:00:00Z",
        "*/20 * * * *    | 2026-11-30T03:19:59Z | 2026-11-30T03:20:00Z",
        "0 0 29 2 *      | 2026-11-30T00:00:00Z | 2028-02-29T00:00:00Z",
        "0 0 1 * sun     | 2026-11-30T00:00:00Z | 2026-12-01T00:00:00Z",
        "0 0 */2 * mon   | 2026-11-30T00:00:00Z | 2026-12-01T00:00:00Z",
        "0 0 * * 0       | 2026-11-30T00:00:00Z | 2026-12-06T00:00:00Z",
        "TZ=Europe/Berlin 0 3 * * * | 2026-07-01T00:00:00Z | 2026-07-01T01:00:00Z",
        "@monthly        | 2026-11-30T00:00:00Z | 2026-12-01T00:00:00Z",
        "@every 1h30m    | 2026-11-30T00:00:00Z | 2026-11-30T01:30:00Z"})
    void aJobIsDueWhenItsControllerWouldStartIt(String line, Instant after, Instant due) {
        assertThat(CronSchedule.parse(line).orElseThrow().nextAfter(after, ZoneOffset.UTC)).contains(due);
    }

    @Test
    void aDayThatNeverComesIsNeverDue() {
        assertThat(CronSchedule.parse("0 0 31 2 *").orElseThrow().nextAfter(Instant.EPOCH, ZoneOffset.UTC)).isEmpty();
    }

    /** Where a clock is set back by half an hour, the hour after 1:30 is 1:30 again. */
    @Test
    void aClockThatIsSetBackByHalfAnHourEndsTheSearch() {
        var zone = ZoneId.of("Australia/Lord_Howe");
        assertTimeoutPreemptively(Duration.ofSeconds(30),
                () -> assertThat(CronSchedule.parse("0 3 * * *").orElseThrow()
                        .nextAfter(Instant.parse("2027-04-03T14:00:00Z"), zone))
                        .contains(Instant.parse("2027-04-03T16:30:00Z")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"30 2 * * * | 2027-03-13T12:00:00Z | 2027-03-15T06:30:00Z",
        "30 1 * * * | 2027-11-07T05:30:00Z | 2027-11-07T06:30:00Z"})
    void anHourThatIsMissingIsLeftOutAndOneThatComesTwiceIsDueTwice(String line, Instant after, Instant due) {
        assertThat(CronSchedule.parse(line).orElseThrow().nextAfter(after, ZoneId.of("America/New_York")))
                .contains(due);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"@every 500ms | 1", "@every -1h | 1", "@every 1.5s | 1", "@every 0 | 1",
        "@every .5m | 30", "@every 1h2m3s | 3723"})
    void anIntervalIsOneSecondAtLeast(String line, long seconds) {
        assertThat(CronSchedule.parse(line).orElseThrow().nextAfter(Instant.EPOCH, ZoneOffset.UTC))
                .contains(Instant.ofEpochSecond(seconds));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "@every 1d | failed to parse duration @every 1d: time: unknown unit \"d\" in duration \"1d\"",
        "@every 5 | failed to parse duration @every 5: time: missing unit in duration \"5\"",
        "@every 3000000h | failed to parse duration @every 3000000h: time: invalid duration \"3000000h\"",
        "@every 1h. | failed to parse duration @every 1h.: time: invalid duration \"1h.\""})
    void aDurationIsRefusedInTheServersWords(String line, String message) {
        assertThat(CronSchedule.findProblem(line).orElseThrow().serverMessage()).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0 9-17 * * * | 2020-01-01T00:00:00Z | 2026-11-30T03:10:00Z | 2026-11-29T17:00:00Z",
        "@every 10s   | 2020-01-01T00:00:00Z | 2026-11-30T03:10:05Z | 2026-11-30T03:10:00Z",
        "0 0 29 2 *   | 2020-03-01T00:00:00Z | 2026-11-30T00:00:00Z | 2024-02-29T00:00:00Z",
        "0 0 1 1 *    | 2026-01-01T00:00:00Z | 2026-11-30T00:00:00Z | ''"})
    void theLastMomentIsFoundHoweverManyWereMissed(String line, Instant after, Instant until, String last) {
        assertThat(CronSchedule.parse(line).orElseThrow().lastBetween(after, until, ZoneOffset.UTC))
                .isEqualTo(last.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(last)));
    }
}
