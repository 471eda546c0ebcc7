package tessera.ui.wall;

import java.time.LocalTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** When a wall is dimmed. */
class WallDimmingHoursTest {

    private static boolean dark(String hours, String time) {
        return WallDimmingHours.parse(hours).orElseThrow().covers(LocalTime.parse(time));
    }

    @Test
    void aNightReachesIntoTheNextMorning() {
        assertThat(dark("22:00-07:00", "21:59")).isFalse();
        assertThat(dark("22:00-07:00", "22:00")).isTrue();
        assertThat(dark("22:00-07:00", "03:30")).isTrue();
        assertThat(dark("22:00-07:00", "07:00")).isFalse();
    }

    @Test
    void hoursOfOneDayEndOnIt() {
        assertThat(dark("12:00-13:30", "12:30")).isTrue();
        assertThat(dark("12:00-13:30", "13:30")).isFalse();
        assertThat(dark("12:00-13:30", "02:00")).isFalse();
    }

    @Test
    void whoAsksForNothingIsNeverDimmed() {
        assertThat(WallDimmingHours.NEVER.covers(LocalTime.MIDNIGHT)).isFalse();
        assertThat(WallDimmingHours.NEVER.covers(LocalTime.NOON)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "22-7", "22:00", "25:00-07:00", "07:00-07:00", "22:00–07:00"})
    void whatAreNoHoursIsNotUnderstood(String hours) {
        assertThat(WallDimmingHours.parse(hours)).isEmpty();
    }
}
