package tessera.metrics.exposition;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.metrics.exposition.Read.Series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class MetricsExpositionParserTest {

    private static Series only(String line) throws IOException {
        var read = Read.of(line + "\n");
        assertThat(read.result().problem()).isEmpty();
        assertThat(read.samples()).hasSize(1);
        return read.samples().getFirst();
    }

    @Test
    void aLineOfTheNvidiaExporterIsReadWithItsLabels() throws IOException {
        var series = only("DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-6b0e2f4a\",modelName=\"NVIDIA H100 80GB HBM3\","
                + "GPU_I_PROFILE=\"3g.40gb\",Hostname=\"node-h100-a\",pod=\"bert-0\"} 47");
        assertThat(series)
                .isEqualTo(
                        new Series("DCGM_FI_DEV_GPU_TEMP",
                                Map.of("gpu", "0", "UUID", "GPU-6b0e2f4a", "modelName", "NVIDIA H100 80GB HBM3",
                                        "GPU_I_PROFILE", "3g.40gb", "Hostname", "node-h100-a", "pod", "bert-0"),
                                47, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"up 1", "up\t1", "up{} 1", "up {} 1", "up{ } 1", "up{}1", "  up  1  ", "up 1\r",
        "up{} 1 \r"})
    void aMetricWithoutLabelsIsReadHoweverItIsSpaced(String line) throws IOException {
        assertThat(only(line)).isEqualTo(new Series("up", Map.of(), 1, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"m{a=\"b\",c=\"\"} 2", "m{a=\"b\",c=\"\",} 2", "m { a = \"b\" , c\t= \"\" , } 2 ",
        "m{a=\"b\",c=\"\"}2", "m{a=\"b\",c=\"\"} 2 # {trace_id=\"x} y\"} 0.5 1.0"})
    void labelsAreReadHoweverTheyAreSpacedAndWithATrailingComma(String line) throws IOException {
        assertThat(only(line)).isEqualTo(new Series("m", Map.of("a", "b", "c", ""), 2, ""));
    }

    @Test
    void quotesBackslashesLineFeedsAndBracesInAValueAreTheirOwn() throws IOException {
        assertThat(only("m{a=\"say \\\"}, {\\\" \\\\n\\n\\x\",b=\"#,}\"} 1").labels())
                .isEqualTo(Map.of("a", "say \"}, {\" \\n\n\\x", "b", "#,}"));
    }

    @ParameterizedTest
    @CsvSource({"NaN,NaN", "nan,NaN", "+Inf,Infinity", "Inf,Infinity", "-Inf,-Infinity", "-0,-0.0", "1e3,1000",
        "1E-3,0.001", ".5,0.5", "5.,5", "+7,7", "1e999,Infinity", "-1e999,-Infinity", "1e-999,0", "4.9e-324,4.9e-324",
        "1e99999999999999,Infinity", "0.1234567890123456789,0.1234567890123456789", "9007199254740993,9007199254740993",
        "18446744073709551616,18446744073709551616", "1.7976931348623157e308,1.7976931348623157e308"})
    void valuesAreTheNearestNumbers(String written, double expected) throws IOException {
        assertThat(only("m " + written).value()).hasToString(Double.toString(expected));
    }

    @ParameterizedTest
    @CsvSource({"PROMETHEUS,1766880000123,1766880000123", "PROMETHEUS,-5,-5", "PROMETHEUS,4102444800000,4102444800000",
        "PROMETHEUS,9223372036854775807,9223372036854775807", "OPEN_METRICS,1766880000,1766880000000",
        "OPEN_METRICS,1766880000.123,1766880000123", "OPEN_METRICS,1.76688e9,1766880000000", "OPEN_METRICS,-0.5,-500"})
    void timestampsAreMillisecondsInOneFormatAndSecondsInTheOther(MetricsExpositionFormat format, String written,
            String millis) throws IOException {
        var text = "m{a=\"b\"} 1 " + written + "\n# EOF\n";
        var read = Read.of(new MetricsExpositionParser(), format, new ByteArrayInputStream(text.getBytes(UTF_8)));
        assertThat(read.samples()).containsExactly(new Series("m", Map.of("a", "b"), 1, millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"m", "m{a=\"b\"}", "m{a=\"b\" 1", "m{a=b} 1", "m{=\"b\"} 1", "m{,} 1", "m{a=\"b\",,} 1",
        "m{a=\"b\"c=\"d\"} 1", "m{a=\"b\",a=\"c\"} 1", "m{1a=\"b\"} 1", "m{a=\"b} 1", "m{a=\"b\\", "1m 1", "m one",
        "m 1e", "m 0x10", "m 1d", "m 1_000", "m 1 2 3", "m 1 soon", "m 1 NaN", "m 1 1766880000.5",
        "m 1 99999999999999999999", "m 1,5", "m-n 1", "\u0000", "é 1", "m{a=\"b\"} +", "} 1", "m 1 2#"})
    void aLineThatIsNoSampleIsCountedAndTheOthersAreRead(String line) throws IOException {
        var read = Read.of("# HELP m Something.\nup 1\n" + line + "\nup 2\n");
        assertThat(read.samples()).extracting(Series::value).containsExactly(1.0, 2.0);
        assertThat(read.result().garbage()).isEqualTo(1);
        assertThat(read.result().firstGarbage()).map(MalformedExpositionLine::line).hasValue(3L);
    }

    @Test
    void samplesKnowTheirLines() throws IOException {
        var found = new ArrayList<Long>();
        new MetricsExpositionParser().read(new ByteArrayInputStream("\n# c\na 1\n\r\nb 2\nc 3\n".getBytes(UTF_8)),
                sample -> found.add(sample.lineNumber()));
        assertThat(found).containsExactly(3L, 5L, 6L);
    }

    @Test
    void theSameNamesAndLabelsAreTheSameObjectsAndNamesAreSoInTheNextExpositionToo() throws IOException {
        var parser = new MetricsExpositionParser();
        var names = new ArrayList<String>();
        var labels = new ArrayList<SeriesLabelSet>();
        for (int i = 0; i < 2; i++) {
            var text = "a{x=\"1\"} 1\na{x=\"2\"} 1\nb{x=\"1\"} 1\nb{x=\"2\"} 1\n";
            parser.read(new ByteArrayInputStream(text.getBytes(UTF_8)), sample -> {
                names.add(sample.name());
                labels.add(sample.labels());
            });
        }
        for (int i = 0; i < 4; i++) {
            assertThat(names.get(i + 4)).isSameAs(names.get(i));
            assertThat(labels.get(i)).isSameAs(labels.get(i % 2));
            assertThat(labels.get(i + 4)).isSameAs(labels.get(i % 2 + 4)).isEqualTo(labels.get(i));
        }
    }

    @Test
    void theFirstLabelThatIsNotEmptyIsTaken() throws IOException {
        var read = new ArrayList<String>();
        new MetricsExpositionParser().read(new ByteArrayInputStream("""
                m{pod="exporter",exported_pod="bert-0"} 1
                m{pod="bert-1",exported_pod=""} 1
                m{} 1
                """.getBytes(UTF_8)), sample -> read.add(sample.labels().firstValueOf(List.of("exported_pod", "pod"))));
        assertThat(read).containsExactly("bert-0", "bert-1", "");
    }

    @Test
    void whatTheExporterSaysAboutItsMetricsIsToldToWhoWantsIt() throws IOException {
        var told = new ArrayList<String>();
        var sink = new ExpositionSampleConsumer() {
            @Override
            public void acceptSample(MetricsExpositionSample sample) {
                told.add(sample.name());
            }

            @Override
            public boolean wantsDescriptions() {
                return true;
            }

            @Override
            public void acceptDescription(String metric, MetricMetadataKind kind, String text) {
                told.add(metric + " " + kind + " " + text);
            }
        };
        var text = "# HELP m Line one\\nand \\\\ two.\r\n#  TYPE  m  gauge\n# UNIT m bytes\n# HELP m\n# other\n#\nm 1\n";
        new MetricsExpositionParser().read(new ByteArrayInputStream(text.getBytes(UTF_8)), sink);
        assertThat(told).containsExactly("m HELP Line one\nand \\ two.", "m TYPE gauge", "m UNIT bytes", "m HELP ",
                "m");
    }

    @Test
    void theEndMarkIsSeenAndMissedInOpenMetrics() throws IOException {
        assertThat(Read.of("m 1\n# EOF\n").result().sawEof()).isTrue();
        assertThat(Read.of("m 1\n# EOF").result().sawEof()).isTrue();
        assertThat(Read.of("m 1\n# EOF soon\n").result().sawEof()).isFalse();
        var cut = Read.of(new MetricsExpositionParser(), MetricsExpositionFormat.OPEN_METRICS,
                new ByteArrayInputStream("m 1\n".getBytes(UTF_8)));
        assertThat(cut.result().problem()).containsInstanceOf(ExpositionReason.ResponseTruncated.class);
    }

    @ParameterizedTest
    @CsvSource({"application/openmetrics-text; version=1.0.0; charset=utf-8,OPEN_METRICS",
        "text/plain; version=0.0.4,PROMETHEUS", "'',PROMETHEUS"})
    void theFormatIsTakenFromTheContentType(String type, MetricsExpositionFormat expected) {
        assertThat(MetricsExpositionFormat.of(type)).isEqualTo(expected);
    }
}
