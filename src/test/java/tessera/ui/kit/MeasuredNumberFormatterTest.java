package tessera.ui.kit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How measured numbers are written. */
class MeasuredNumberFormatterTest {

    @ParameterizedTest
    @CsvSource({"68.9, 68 W", "999.9, 999 W", "1000, 1.0 kW", "52399, 52.3 kW", "999999, 999.9 kW", "2025752, 2.0 MW"})
    void powerOfSomeBoardsIsNeverRoundedUp(double watts, String written) {
        assertThat(MeasuredNumberFormatter.power(watts, false)).isEqualTo("≥ " + written);
    }

    @ParameterizedTest
    @CsvSource({"68.9, 69 W", "999.9, 1.0 kW", "52399, 52.4 kW", "999999, 1.0 MW", "2025752, 2.0 MW"})
    void powerOfAllBoardsIsRoundedAsThatOfOneIs(double watts, String written) {
        assertThat(MeasuredNumberFormatter.power(watts, true)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0", "5046586572, 4.7", "1219770712064, '1 136'"})
    void gibibytesHaveThousandsSetApart(double bytes, String written) {
        assertThat(MeasuredNumberFormatter.gibibytes(bytes).replace('\u202f', ' ')).isEqualTo(written);
    }
}
