package tessera.kube.quota;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class QuotaHeadroomCalculatorTest {

    @Test
    void whatIsUsedBeyondALimitLeavesNothing() {
        assertThat(QuotaHeadroomCalculator.remaining(8, 3)).isEqualTo(5);
        assertThat(QuotaHeadroomCalculator.remaining(8, 9)).isZero();
        assertThat(QuotaHeadroomCalculator.remaining(new BigDecimal("1.5"), new BigDecimal("0.7")))
                .isEqualByComparingTo("0.8");
        assertThat(QuotaHeadroomCalculator.remaining(BigDecimal.ONE, BigDecimal.TEN)).isZero();
    }

    @Test
    void whatIsNotKnownLeavesWhatIsNotKnown() {
        assertThat(QuotaHeadroomCalculator.remaining(OptionalLong.of(8), OptionalLong.of(3))).hasValue(5);
        assertThat(QuotaHeadroomCalculator.remaining(OptionalLong.of(8), OptionalLong.empty())).isEmpty();
        assertThat(QuotaHeadroomCalculator.remaining(OptionalLong.empty(), OptionalLong.of(3))).isEmpty();
    }
}
