package tessera.metrics.exposition;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.metrics.exposition.ExpositionReadResult.ExpositionEndReason;
import tessera.metrics.exposition.ExpositionReason.ResponseTooLong;
import tessera.metrics.exposition.Read.Series;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** Answers that are no metrics, or not quite, or too much. */
class HostileExpositionTest {

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private static InputStream in(InputStream... parts) {
        return new SequenceInputStream(Collections.enumeration(List.of(parts)));
    }

    private static Read read(InputStream in) throws IOException {
        return Read.of(new MetricsExpositionParser(), MetricsExpositionFormat.PROMETHEUS, in);
    }

    /** A text that comes again and again, made while it is read. */
    private static final class Repeated extends InputStream {

        private final byte[] text;
        private final long length;
        private long at;

        Repeated(String text, long length) {
            this.text = text.getBytes(UTF_8);
            this.length = length;
        }

        @Override
        public int read() {
            return at < length ? text[(int) (at++ % text.length)] : -1;
        }

        @Override
        public int read(byte[] into, int from, int count) {
            int maximum = (int) Math.min(count, length - at);
            for (int i = 0; i < maximum; i++) {
                into[from + i] = (byte) read();
            }
            return maximum == 0 ? -1 : maximum;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"m 1 ", "m{a=\"", "", "#"})
    void aLineOfTenMegabytesIsPassedOverAndWhatFollowsIsRead(String start) throws IOException {
        var read = read(in(stream("up 1\n" + start), new Repeated("x", 10 << 20), stream("\nup 2\nup 3\n")));
        assertThat(read.samples()).extracting(Series::value).containsExactly(1.0, 2.0, 3.0);
        assertThat(read.result().garbage()).isEqualTo(1);
        assertThat(read.result().firstGarbage()).hasValueSatisfying(first -> {
            assertThat(first.line()).isEqualTo(2);
            assertThat(first.excerpt()).hasSize(80).startsWith(start + "x");
        });
    }

    @Test
    void aLineOfTenMegabytesCostsNoTenMegabytes() throws IOException {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        var parser = new MetricsExpositionParser();
        long before = threads.getCurrentThreadAllocatedBytes();
        parser.read(in(new Repeated("x", 10 << 20), stream("\nup 2\n")), sample -> {});
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(6 << 20);
    }

    @Test
    void whatNeverEndsIsReadUpToTheLimit() throws IOException {
        var forever = new Repeated("m{a=\"b\"} 1\n", Long.MAX_VALUE);
        var result = new MetricsExpositionParser(new MetricsExpositionLimits(1 << 20, 1 << 20)).read(forever,
                sample -> {});
        assertThat(result.endReason()).isEqualTo(ExpositionEndReason.TOO_LONG);
        assertThat(result.samples()).isEqualTo((1 << 20) / 11);
        assertThat(result.garbage()).isZero();
        assertThat(result.bytes()).isEqualTo(1 << 20);
        assertThat(result.problem()).hasValue(new ResponseTooLong("1,048,576"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"<!DOCTYPE html><html><body>Sign in</body></html>|HTML",
        "'  \n<html>\n</html>'|HTML", "{\"kind\":\"Status\",\"code\":503}|JSON", "'{\n  \"kind\": \"Status\"\n}'|JSON",
        "[]|JSON", "{}|JSON", "''|EMPTY", "' \n\r\n\t'|EMPTY", "404 page not found|OTHER_TEXT",
        "'404 page not found\n'|OTHER_TEXT", "é|OTHER_TEXT", "'{\"a.b\",c=\"d\"} 1\n'|OTHER_TEXT",
        "'# HELP m None.\n'|EXPOSITION", "'m 1\n<html>\n'|EXPOSITION"})
    void whatIsNoExpositionIsCalledWhatItIs(String text, NonMetricsResponseKind expected) throws IOException {
        assertThat(Read.of(text).result().content()).isEqualTo(expected);
    }

    @Test
    void webPagesAreToldInASentence() throws IOException {
        var read = Read.of("<html>" + "<p>Sign in</p>\n".repeat(1000));
        assertThat(read.samples()).isEmpty();
        assertThat(read.result().problem().orElseThrow().text())
                .isEqualTo("The response is a web page, not metrics. A login page or a proxy may have answered.");
    }

    @Test
    void compressedBytesProtobufAndWideCharactersAreBinary() throws IOException {
        var compressed = new java.io.ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write("up 1\n".getBytes(UTF_8));
        }
        var protobuf = "\u00e5\u0002\n\u0014DCGM_FI_DEV_GPU_TEMP\u0012\u0010GPU temperature.\u0018\u0001\"\u000b"
                .getBytes(ISO_8859_1);
        for (var bytes : List.of(compressed.toByteArray(), protobuf, "up 1\n".getBytes(Charset.forName("UTF-16")))) {
            assertThat(read(new ByteArrayInputStream(bytes)).result().content())
                    .isEqualTo(NonMetricsResponseKind.BINARY);
        }
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        assertThat(Read.of("\uFEFFup 1\n").samples()).containsExactly(new Series("up", Map.of(), 1, ""));
    }

    @Test
    void aNumberThatIsCutIsNotDeliveredAsAnother() throws IOException {
        var text = "m{a=\"b\"} 1\nm{a=\"c\"} 4711\n";
        for (int cut = 0; cut < text.length(); cut++) {
            var read = Read.of(text.substring(0, cut));
            assertThat(read.samples()).hasSize(cut > 10 ? 1 : 0);
            boolean inALine = cut != 0 && cut != 11;
            assertThat(read.result().endReason()).as("cut at %d", cut)
                    .isEqualTo(inALine ? ExpositionEndReason.CUT : ExpositionEndReason.COMPLETE);
        }
        assertThat(Read.of(text).samples()).hasSize(2);
    }

    @Test
    void zerosAndDamagedCharactersInALabelAreKeptAsFarAsTheyGo() throws IOException {
        var bytes = "up 1\nm{a=\"x\u0000y\",b=\"\u00ff\u00fez\"} 2\n".getBytes(ISO_8859_1);
        assertThat(read(new ByteArrayInputStream(bytes)).samples())
                .contains(new Series("m", Map.of("a", "x\u0000y", "b", "\uFFFD\uFFFDz"), 2, ""));
    }

    @Test
    void aSeriesThatIsThereTwiceIsDeliveredTwice() throws IOException {
        var series = new Series("m", Map.of("a", "b"), 1, "");
        assertThat(Read.of("m{a=\"b\"} 1\nm{a=\"b\"} 1\n").samples()).containsExactly(series, series);
    }

    @Test
    void whatIsShownOfAGarbageLineIsShortAndHarmless() throws IOException {
        var first = Read.of("up 1\n\u001b[31m\u202Edetadpu " + "?".repeat(100) + "\n").result().firstGarbage();
        assertThat(first).map(MalformedExpositionLine::excerpt).hasValueSatisfying(
                excerpt -> assertThat(excerpt).startsWith("\uFFFD[31m\uFFFDdetadpu ??").hasSize(80));
    }

    @Test
    void labelsThatNeverComeTwiceAreForgottenAgain() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < 200_000; i++) {
            text.append("m{a=\"value-").append(i).append("\"} ").append(i).append('\n');
        }
        var parser = new MetricsExpositionParser();
        for (int round = 0; round < 2; round++) {
            parser.read(stream(text.toString()),
                    sample -> assertThat(sample.labelValue("a")).isEqualTo("value-" + (sample.lineNumber() - 1)));
        }
    }

    @Test
    void aLineFullOfLabelsTakesNoLongTime() {
        var text = new StringBuilder("up 1\n");
        for (int line = 0; line < 20; line++) {
            text.append("m{");
            for (int i = 0; i < 50_000; i++) {
                text.append('a').append(i).append("=\"\",");
            }
            text.append("} 1\n");
        }
        assertTimeoutPreemptively(Duration.ofSeconds(20),
                () -> assertThat(Read.of(text.toString()).result().garbage()).isEqualTo(20));
    }
}
