package tessera.kube.quantity;

import java.math.RoundingMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CountOrPercentageTest {

    @ParameterizedTest
    @CsvSource({"3, 10, CEILING, 3", "25%, 10, CEILING, 3", "25%, 10, FLOOR, 2", "0%, 10, CEILING, 0",
        "2147483647, 10, CEILING, 2147483647", "9999999999, 10, CEILING, 2147483647", "half, 10, FLOOR, 0",
        "'', 10, FLOOR, 0"})
    void sharesAreRoundedAndCountsStand(String text, long total, RoundingMode rounding, int count) {
        assertThat(CountOrPercentage.scaled(text, total, rounding)).isEqualTo(count);
        assertThat(CountOrPercentage.isPercentage(text)).isEqualTo(text.contains("%"));
    }
}
