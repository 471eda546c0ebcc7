package tessera.lint;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries of alerts are refused where Prometheus refuses them, with the reason, and nowhere else. */
class QueriesTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {x=~".*"} > 0                       | “{}” selects every
            {x!="a"} > 0                        | “{}” selects every
            a{x=~"("} > 0                       | “(” is not closed
            a{x=~"*gpu"} > 0                    | “*” has no expression before it to repeat
            a{x=~"[ab"} > 0                     | “[” is not closed
            a{x!~"(?!b).*"} > 0                 | has no look-ahead or look-behind
            a{x=~"a\\d"} > 0                    | write the backslash twice
            a{__name__="b"} > 0                 | the metric has two names
            histogram_quantile(a) > 0           | requires a scalar, not an instant vector
            histogram_quantile(0.9) > 0         | takes 2 arguments, not 1
            round(a, 1, 2) > 0                  | takes at most 2 arguments, not 3
            label_join(a, "b") > 0              | takes at least 3 arguments, not 2
            rate(5) > 0                         | requires a range vector,
            vector(a) > 0                       | requires a scalar, not an instant vector
            topk(a, 3) > 0                      | topk requires an instant vector
            count_values(3, a) > 0              | must be a string
            sum(1) > 0                          | sum requires an instant vector
            a and 1                             | “and” requires time
            1 > 2                               | requires “> bool”
            "a" > 0                             | not a string
            a + bool b                          | bool is allowed only
            a and on (x) group_left b           | not allow group_left
            a * group_left (x) b                | require on or ignoring
            a * on (x) 2                        | on and ignoring require time series on both sides
            a @ now > 0                         | start() or end()
            """)
    void aQueryThatPrometheusRefusesIsFoundWithWhy(String query, String reason) {
        assertThat(found(query)).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("query-invalid");
            assertThat(finding.reasonText()).contains(reason).endsWith("Prometheus does not load the file.");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"a{x=~\"[]a]+[[:alpha:]]{1,3}-(?:y|z)?\"} > 0", "a{x=~\"(?i)gpu-\\\\d+\"} > 0",
        "a{x=~`\\d+`, y!~\"a|b\"} > 0", "a{x=\"it's\"} > 0", "{x=\"a\", y=~\".*\"} > 0", "{x!~\".*\"} > 0",
        "{\"a.b\", x=\"y\"} > 0", "time() > bool 3", "(1 + 2) * a > 0", "a > on () group_left () b",
        "histogram_quantile(0.99, sum by (le) (rate(a_bucket[5m]))) > 2", "holt_winters(a[1h], 0.5, 0.5) > 0",
        "quantile by (x) (0.9, a) > 0", "count_values(\"v\", a) by (x) > 0", "sort_by_label(a, \"x\", \"y\") > 0",
        "label_join(a, \"x\", \",\", \"y\", \"z\") > 0", "day_of_week() > 5", "round(a, 0.1) > 0", "a @ 1609746000 > 0",
        "rate(a[5m] @ start()) > 0", "a offset -5m > 0", "rate(a[300]) > 0",
        "max_over_time((sum(a) > bool 0)[1h:5m] offset 1d) > 0", "scalar(a) > bool 1", "info(a, {b=\"c\"}) > 0"})
    void aQueryThatPrometheusTakesIsLeftAlone(String query) {
        assertThat(found(query)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate(DCGM_FI_PROF_NVLINK_TX_BYTES[5m]) > 1",
        "increase(DCGM_FI_PROF_PCIE_RX_BYTES[5m]) > 1"})
    void aRateIsNotTakenOfWhatIsOneAlready(String query) {
        assertThat(found(query)).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("metric-unit");
            assertThat(finding.reasonText()).contains("is in bytes per second and is not a counter");
        });
        assertThat(found("rate(DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL[5m]) > 1")).isEmpty();
    }

    private static List<LintFinding> found(String query) {
        return LINTER.check("""
                groups:
                - name: gpus
                  rules:
                  - alert: Example
                    expr: '%s'
                """.formatted(query.replace("'", "''")), Optional.empty());
    }
}
