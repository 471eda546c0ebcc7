package tessera.kube.quantity;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class QuantityParserTest {

    @ParameterizedTest
    @CsvSource({"8,8", "0,0", "1k,1000", "2e0,2", "2e3,2000", "2E3,2000", "1Ki,1024", "+2,2", "5.,5", "1000m,1",
        "0.001k,1", "1000000u,1", ".5e1,5", "' 2',2", "-0,0", "500m,1", "1E,1000000000000000000", "1.5Gi,1610612736"})
    void aServerSpellsTheSameNumberInManyWays(String text, long units) {
        assertThat(QuantityParser.parseUnits(text)).isEqualTo(OptionalLong.of(units));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "10E", "1e30", "9e999999999", "99999999999999999999999"})
    void whatDoesNotFitIsTheLargestNumber(String text) {
        assertThat(QuantityParser.parseUnits(text)).isEqualTo(OptionalLong.of(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "1 2", "1x", "--1", "e3", ".", "1Kii", "0x10", "NaN", "١"})
    void whatIsNoQuantityIsNoNumber(String text) {
        assertThat(QuantityParser.parseUnits(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1,1000", "500m,500", "499500u,500", "0.1,100", "2k,2000000"})
    void processorTimeIsCountedInThousandths(String text, long thousandths) {
        assertThat(QuantityParser.parseAmount("cpu", text)).isEqualTo(OptionalLong.of(thousandths));
    }

    @ParameterizedTest
    @CsvSource({"1e3, 1000", "2000m, 2", "500m, 500m", "8, 8", "16Gi, 16Gi", "1E, 1E", "1.5e1, 15", "many, many"})
    void powersOfTenAndThousandthsAreWrittenOutForPeople(String written, String read) {
        assertThat(QuantityParser.readableText(written)).isEqualTo(read);
    }

    @Test
    void whatNobodyMeansIsNoAmount() {
        assertThat(QuantityParser.parseExact("1".repeat(65))).isEmpty();
        assertThat(QuantityParser.parseExact("1".repeat(64))).isPresent();
        assertThat(QuantityParser.parseUnits("-1e999999999")).hasValue(-Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"1048576, 1Mi", "1073741824, 1Gi", "1610612736, 1536Mi", "1048577, 1048577", "1000, 1000", "0.5, 500m",
        "0.0001, 1m", "0, 0", "3, 3"})
    void amountsAreWrittenInMebibytesWhereTheyAreWhole(String amount, String text) {
        assertThat(QuantityParser.quantityText(new BigDecimal(amount))).isEqualTo(text);
    }
}
