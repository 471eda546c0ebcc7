package tessera.text;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How long something lasts is told in the largest unit of which there are two. */
class DurationFormatterTest {

    @ParameterizedTest
    @CsvSource({"PT-3S, less than a minute", "PT59S, less than a minute", "PT1M, 1 min", "PT119M, 119 min", "PT2H, 2 h",
        "PT47H59M, 47 h", "PT48H, 2 days", "P61D, 61 days"})
    void itIsAsShortAsAnOperatorSaysIt(Duration lasting, String text) {
        assertThat(DurationFormatter.durationText(lasting)).isEqualTo(text);
    }
}
