package tessera.logs;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever comes, however fast: what is held stays within bounds, and what was dropped is counted. */
class LogBufferTest {

    private static final long MOST = 64L << 20;
    private static final String STAMP = "2026-11-22T01:02:03.456789012Z ";

    private final LogBuffer buffer = new LogBuffer(LogBuffer.USUAL);

    /** Takes lines apart as they come from a server, and counts what is held at most. */
    private long read(InputStream stream) throws IOException {
        var most = new long[1];
        new LogLineSplitter(new LogLineSplitter.LinePartConsumer() {
            private long nanos;
            private boolean continues;
            private int pieces;

            @Override
            public void beginLine(long moment) {
                nanos = moment;
                continues = false;
            }

            @Override
            public void acceptPart(byte[] bytes, int start, int length, boolean ends) {
                buffer.acceptLine(new LogLineConsumer.LogLinePart(0, nanos, continues, ends,
                        ByteBuffer.wrap(bytes, start, length)));
                continues = true;
                if (++pieces % 64 == 0) {
                    most[0] = Math.max(most[0], buffer.retainedBytes());
                }
            }
        }).read(stream);
        return most[0];
    }

    /** Bytes without end, made of one piece again and again. */
    private static InputStream flood(String piece, long bytes) {
        var block = piece.repeat(Math.max(1, (64 << 10) / piece.length())).getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            private long remaining = bytes / block.length;
            private int at;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] target, int from, int length) {
                if (remaining <= 0) {
                    return -1;
                }
                int count = Math.min(length, block.length - at);
                System.arraycopy(block, at, target, from, count);
                at += count;
                if (at == block.length) {
                    at = 0;
                    remaining--;
                }
                return count;
            }
        };
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> all() {
        return buffer.lines(0, buffer.endNumber()).stream().map(LogLine::raw).toList();
    }

    @Test
    void aTorrentStaysWithinBoundsAndWhatWasDroppedIsCounted() throws Exception {
        var line = STAMP + "step 4711 loss 0.4242 tokens/s 123456 some more words to make it a usual line\n";
        long bytes = 256L << 20;
        long maximum = read(flood(line, bytes));

        assertThat(maximum).isLessThan(MOST);
        assertThat(buffer.endNumber()).isGreaterThan(2_000_000);
        assertThat(buffer.firstNumber()).isPositive();
        assertThat(buffer.lines(0, buffer.firstNumber())).isEmpty();
        assertThat(buffer.lines(buffer.endNumber() - 1, buffer.endNumber()).getFirst().raw()).startsWith("step 4711");
        assertThat((buffer.endNumber() - buffer.firstNumber()) * 76).as("most of what is held is text")
                .isGreaterThan(20 << 20);
    }

    @Test
    void emptyLinesWithoutEndStayWithinBounds() throws Exception {
        assertThat(read(flood("\n", 8 << 20))).isLessThan(MOST);
        assertThat(buffer.endNumber()).isEqualTo(8 << 20);
    }

    @Test
    void aLineWithoutEndComesInPartsAndStaysWithinBounds() throws Exception {
        assertThat(read(flood("x", 128 << 20))).isLessThan(MOST);
        var last = buffer.lines(buffer.endNumber() - 2, buffer.endNumber() - 1).getFirst();
        assertThat(last.continues()).isTrue();
        assertThat(last.raw()).hasSize(LogLineSplitter.LONGEST);
    }

    @Test
    void aLongLineIsNotCutInsideACharacter() throws Exception {
        read(text(STAMP + "ä".repeat(100_000) + "\nnext\n"));
        assertThat(String.join("", all().subList(0, all().size() - 1))).isEqualTo("ä".repeat(100_000));
        assertThat(all().getLast()).isEqualTo("next");
    }

    @Test
    void linesComeBackAsTheyWereWithTheMomentTheyWereWritten() throws Exception {
        read(new SequenceInputStream(text(STAMP + "one\n2026-11-22T03:02:04+02:00 t"),
                text("wo\n\nno stamp\n2026-11-22T01:02:05Z\n" + STAMP.strip() + "Z no stamp either")));
        assertThat(all()).containsExactly("one", "two", "", "no stamp", "", STAMP.strip() + "Z no stamp either");
        var times = buffer.lines(0, 6).stream().map(LogLine::timestamp).toList();
        assertThat(times.get(0)).contains(Instant.parse("2026-11-22T01:02:03.456789012Z"));
        assertThat(times.get(1)).contains(Instant.parse("2026-11-22T01:02:04Z"));
        assertThat(times.get(3)).isEmpty();
        assertThat(buffer.firstLineAt(times.get(1).orElseThrow().getEpochSecond() * 1_000_000_000L)).isEqualTo(1);
    }

    @Test
    void numbersStayTrueWhenTheBeginningIsDropped() {
        var texts = new ArrayList<String>();
        for (int number = 0; number < 400_000; number++) {
            texts.add("line " + number);
            var bytes = texts.getLast().getBytes(StandardCharsets.UTF_8);
            buffer.acceptLine(new LogLineConsumer.LogLinePart(number % 3, number, false, true, ByteBuffer.wrap(bytes)));
        }
        var small = new LogBuffer(1);
        for (var word : texts) {
            small.acceptNote(1, word);
        }
        assertThat(small.firstNumber()).isPositive();
        for (var logBuffer : List.of(buffer, small)) {
            for (long number = logBuffer.firstNumber(); number < logBuffer.endNumber(); number += 997) {
                assertThat(logBuffer.lines(number, number + 1).getFirst().raw()).isEqualTo("line " + number);
            }
        }
        assertThat(small.lines(0, small.endNumber())).allMatch(LogLine::note)
                .hasSize((int) (small.endNumber() - small.firstNumber()));
    }
}
