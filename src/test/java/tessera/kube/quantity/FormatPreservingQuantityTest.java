package tessera.kube.quantity;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How quantities read back; the first table was measured on a real API server. */
class FormatPreservingQuantityTest {

    @ParameterizedTest
    @CsvSource({"1k, 1k", "2e0, 2e0", "2e3, 2e3", "1Ki, 1Ki", "1E, 1E", "+2, +2", "5., 5.", "1000m, 1", "0.001k, 1",
        "1000000u, 1", ".5e1, 5", "' 2', 2", "2.0, 2", "-0, 0", "0.5, 500m", "500m, 500m", "-1, -1", "0, 0",
        "9223372036854775808, 9223372036854775808", "10E, 10E", "9E, 9E"})
    void aQuantityReadsBackAsOnARealServer(String sent, String read) throws InvalidQuantityException {
        assertThat(FormatPreservingQuantity.readBack(sent)).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource({"1024Mi, 1Gi", "1025Mi, 1025Mi", "1000M, 1G", "2000, 2k", "1073741824, 1073741824", "1536Ki, 1536Ki",
        "0.5Gi, 512Mi", "1.5Gi, 1536Mi", "0.1Ki, 102400m", "100m, 100m", "0.1, 100m", "1e3, 1e3", "10e3, 10e3",
        "1000e3, 1e6", "007, 007"})
    void aQuantityIsWrittenWithTheLargestSuffixThatFits(String sent, String read) throws InvalidQuantityException {
        assertThat(FormatPreservingQuantity.readBack(sent)).isEqualTo(read);
    }

    @Test
    void whatIsFinerThanAThousandthIsRoundedUp() throws InvalidQuantityException {
        assertThat(FormatPreservingQuantity.readBackInThousandths("499500u")).isEqualTo("500m");
        assertThat(FormatPreservingQuantity.readBackInThousandths("1n")).isEqualTo("1m");
        assertThat(FormatPreservingQuantity.readBackInThousandths("+2")).isEqualTo("+2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", ".", "1x", "--1", "1 2", "1,5"})
    void whatIsNoNumberIsRefusedWithTheFormOfOne(String text) {
        assertThatThrownBy(() -> FormatPreservingQuantity.parse(text)).hasMessage(
                "quantities must match the regular expression " + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1kk", "1Kii", "1ek", "1i"})
    void anUnknownSuffixIsRefused(String text) {
        assertThatThrownBy(() -> FormatPreservingQuantity.parse(text)).hasMessage("unable to parse quantity's suffix");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "1e99999999999999999999"})
    void anAbsurdExponentDoesNotHang(String text) {
        assertThat(List.of(text)).allSatisfy(given -> {
            try {
                assertThat(FormatPreservingQuantity.readBack(given)).isNotEmpty();
            } catch (InvalidQuantityException e) {
                assertThat(e.problemText()).isEqualTo("unable to parse quantity's suffix");
            }
        });
    }

    @Test
    void readingBackTwiceChangesNothingMoreAndKeepsTheValue() throws InvalidQuantityException {
        var random = new Random(7);
        var suffixes = List.of("", "m", "u", "k", "M", "G", "Ki", "Mi", "Gi", "e0", "e3", "E");
        for (int i = 0; i < 2_000; i++) {
            var text = random.nextInt(5_000) + (random.nextBoolean() ? "." + random.nextInt(1_000) : "")
                    + suffixes.get(random.nextInt(suffixes.size()));
            var once = FormatPreservingQuantity.readBack(text);
            assertThat(FormatPreservingQuantity.readBack(once)).as(text).isEqualTo(once);
            assertThat(FormatPreservingQuantity.parse(once)).as(text)
                    .isEqualByComparingTo(FormatPreservingQuantity.parse(text));
        }
    }

    @Test
    void aSumWithNothingIsWrittenLikeWhatWasAdded() throws InvalidQuantityException {
        var sum = FormatPreservingQuantity.ZERO.plus(FormatPreservingQuantity.parse("1Gi"))
                .plus(FormatPreservingQuantity.parse("1Gi"));
        assertThat(sum.canonicalText()).isEqualTo("2Gi");
        assertThat(sum.value()).isEqualByComparingTo(BigDecimal.valueOf(2L << 30));
        assertThat(FormatPreservingQuantity.parse("1500m").plus(FormatPreservingQuantity.parse("500m")).canonicalText())
                .isEqualTo("2");
    }
}
