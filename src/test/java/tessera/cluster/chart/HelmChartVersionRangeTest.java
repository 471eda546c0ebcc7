package tessera.cluster.chart;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Ranges of versions mean what they mean to Helm. */
class HelmChartVersionRangeTest {

    private static final List<HelmChartVersion> VERSIONS = Stream.of("v24.9.2", "v25.3.0", "v25.3.4", "v25.10.0",
            "v25.10.1", "v26.3.3", "v26.7.0", "v26.7.1-rc.1", "0.14.5", "0.15.0", "0.15.3")
            .map(text -> HelmChartVersion.parse(text).orElseThrow()).toList();

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(quoteCharacter = '"', value = {"v25.x, v25.10.1", "25, v25.10.1", "v25.3, v25.3.4", "25.3.*, v25.3.4",
        "~25.3, v25.3.4", "~25.3.1, v25.3.4", "~25, v25.10.1", "^25.3, v25.10.1", "^0.14, 0.14.5", "^0.15.1, 0.15.3",
        ">=25.3 <26, v25.10.1", "\">=25.3, <25.10\", v25.3.4", ">25.3, v26.7.0", "<=25.3, v25.3.4",
        "<25.3 || >=26 <26.5, v26.3.3", "25.3 - 25.10, v25.10.1", "!=26.7.0 >=26, v26.3.3", "*, v26.7.0",
        ">=26.7.1-rc.0, v26.7.1-rc.1", "=25.3, v25.3.4", ">=27, none"})
    void theNewestOfARangeIsMeant(String range, String newest) {
        assertThat(HelmChartVersionRange.parse(range).orElseThrow().newest(VERSIONS).map(HelmChartVersion::text)
                .orElse("none")).isEqualTo(newest);
    }

    @ParameterizedTest(name = "{0} has {1} and not {2}")
    @CsvFileSource(resources = "/helm-ranges.txt", delimiter = ';')
    void aRangeHasTheVersionsThatHelmFindsInIt(String range, String inside, String outside) {
        var parsed = HelmChartVersionRange.parse(range).orElseThrow();
        assertThat(versions(inside)).allMatch(version -> parsed.newest(List.of(version)).isPresent());
        assertThat(versions(outside)).allMatch(version -> parsed.newest(List.of(version)).isEmpty());
    }

    private static List<HelmChartVersion> versions(String texts) {
        return Stream.of(texts.split(" ")).filter(text -> !text.equals("-"))
                .map(text -> HelmChartVersion.parse(text).orElseThrow()).toList();
    }

    @Test
    void versionsAreOrderedByTheirNumbersAndBeforeAReleaseComesWhatPrecedesIt() {
        assertThat(Stream
                .of("1.10.0", "v1.9", "1.9.0-rc.10", "1.9.0-rc.9", "1.9.0-rc", "1.9.0-1", "1.9.0-a.b", "1",
                        "999999999.0.1")
                .map(text -> HelmChartVersion.parse(text).orElseThrow()).sorted().map(HelmChartVersion::text))
                .containsExactly("1", "1.9.0-1", "1.9.0-a.b", "1.9.0-rc", "1.9.0-rc.9", "1.9.0-rc.10", "v1.9", "1.10.0",
                        "999999999.0.1");
        assertThat(HelmChartVersionRange.parse("999999999.x").orElseThrow().newest(VERSIONS)).isEmpty();
    }

    @ParameterizedTest(name = "“{0}” is no range")
    @CsvSource({">=1.2.3-beta.01", "v25.3.4", "25.3.4", "v26.7.1-rc.1", "latest", "''", ">=", "25.3 and later",
        "1.2.3.4"})
    void oneVersionAndWhatCannotBeUnderstoodAreNoRanges(String text) {
        assertThat(HelmChartVersionRange.parse(text)).isEmpty();
    }
}
