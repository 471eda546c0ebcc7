package tessera.ui.metrics;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.ui.metrics.PromqlCompletionPoint.LabelCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.LabelValueCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.MetricCompletion;
import tessera.ui.metrics.PromqlCompletionPoint.NoCompletion;

import static org.assertj.core.api.Assertions.assertThat;

/** What is offered while a query is typed; the caret is where the bar is. */
class PromqlCompletionPointTest {

    private static PromqlCompletionPoint at(String text) {
        return PromqlCompletionPoint.at(text.replace("|", ""), text.indexOf('|'));
    }

    @ParameterizedTest
    @CsvSource({"DCGM_FI|, DCGM_FI", "rate(node_c|[5m]), node_c", "up + DC|, DC", "avg by (gpu) (DC|), DC"})
    void namesOfMetricsWhereAMetricCanStand(String text, String typed) {
        assertThat(at(text).request()).isEqualTo(new MetricCompletion());
        assertThat(at(text).prefix()).isEqualTo(typed);
    }

    @Test
    void labelsOfTheMetricInBracesAndOfTheOneThatIsGrouped() {
        assertThat(at("up{jo|}").request()).isEqualTo(new LabelCompletion("up"));
        assertThat(at("up{job=\"a\",in|").request()).isEqualTo(new LabelCompletion("up"));
        assertThat(at("{jo|").request()).isEqualTo(new LabelCompletion(""));
        assertThat(at("avg by (Host|) (DCGM_FI_DEV_GPU_TEMP{gpu=\"1\"})").request())
                .isEqualTo(new LabelCompletion("DCGM_FI_DEV_GPU_TEMP"));
    }

    @Test
    void valuesOfALabelBetweenQuotes() {
        assertThat(at("up{job=\"nv|").request()).isEqualTo(new LabelValueCompletion("up", "job"));
        assertThat(at("up{job=~\"nv|\"}").prefix()).isEqualTo("nv");
        assertThat(at("up{job=\"|").prefix()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"up > 5|", "rate(up[5m|", "|", "label_replace(up, \"de|"})
    void nothingWhereNothingCouldBeKnown(String text) {
        assertThat(at(text).request()).isEqualTo(new NoCompletion());
    }

    @Test
    void whatBeginsAsWasTypedComesFirstAndFunctionsAreAmongThem() {
        assertThat(at("rat|").matchesAmong(List.of("http_rate", "rates_total", "up"))).containsExactly("rate",
                "rates_total", "http_rate", "irate");
    }

    @Test
    void aWordTakesThePlaceOfWhatWasTyped() {
        var completion = at("avg(DC|{gpu=\"1\"})");

        assertThat(completion.applyTo("avg(DC{gpu=\"1\"})", "DCGM")).isEqualTo("avg(DCGM{gpu=\"1\"})");
        assertThat(completion.caretAfter("DCGM")).isEqualTo("avg(DCGM".length());
    }
}
