package tessera.metrics.exposition;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.ExpositionTally.TallyEnd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** One exposition while it is read: goes through its lines and counts what becomes of them. */
final class ExpositionReader {

    private static final byte[] EOF = "EOF".getBytes(ISO_8859_1);
    private static final MetricDescription[] DESCRIPTIONS = MetricDescription.values();

    private final LineBuffer lines;
    private final SampleReader reader;
    private final ExpositionFormat format;
    private final SampleSink sink;
    private long line;
    private long samples;
    private long comments;
    private long garbage;
    private @Nullable MalformedLine firstGarbage;
    private boolean sawEof;
    private boolean cut;

    ExpositionReader(LineBuffer lines, SampleReader reader, ExpositionFormat format, SampleSink sink) {
        this.lines = lines;
        this.reader = reader;
        this.format = format;
        this.sink = sink;
    }

    ExpositionTally run() throws IOException {
        int mark = ContentSniffer.mark(lines.bytes(), lines.filled());
        var content = ContentSniffer.sniff(lines.bytes(), mark, lines.filled());
        boolean binary = ContentSniffer.binary(lines.bytes(), mark, lines.filled());
        if (content == ForeignContent.EXPOSITION) {
            lines.skip(mark);
            readLines();
            if (samples == 0 && comments == 0) {
                content = garbage == 0 ? ForeignContent.EMPTY
                        : binary ? ForeignContent.BINARY : ForeignContent.OTHER_TEXT;
            }
            cut |= format == ExpositionFormat.OPEN_METRICS && !sawEof;
        }
        var ending = lines.tooLong() ? TallyEnd.TOO_LONG : cut ? TallyEnd.CUT : TallyEnd.COMPLETE;
        return new ExpositionTally(samples, garbage, Optional.ofNullable(firstGarbage), sawEof, lines.total(), content,
                ending);
    }

    private void readLines() throws IOException {
        while (true) {
            switch (lines.more()) {
                case LINES -> whole();
                case OVERLONG -> {
                    line++;
                    spoilt(lines.bytes(), lines.from(), lines.filled());
                }
                case END -> {
                    if (!lines.tooLong() && lines.filled() > lines.from()) {
                        unfinished();
                    }
                    return;
                }
            }
        }
    }

    private void whole() {
        var bytes = lines.bytes();
        int end = lines.to();
        for (int at = lines.from(); at < end;) {
            at = line(bytes, at, end);
        }
    }

    /** The last line has no end. A comment or a blank line lacks nothing, but of a sample one cannot know. */
    private void unfinished() {
        int start = lines.from();
        int filled = lines.filled();
        lines.end();
        int at = ByteClasses.afterBlanks(lines.bytes(), start);
        if (lines.bytes()[at] == '#' || ByteClasses.lineEnds(lines.bytes(), at)) {
            line(lines.bytes(), start, lines.to());
        } else {
            cut = true;
            line++;
            spoilt(lines.bytes(), start, filled);
        }
    }

    /** Reads a line; returns the beginning of the next. */
    private int line(byte[] bytes, int from, int end) {
        line++;
        int at = ByteClasses.afterBlanks(bytes, from);
        if (bytes[at] == '#') {
            int newline = ByteClasses.newline(bytes, at);
            comment(bytes, at + 1, newline);
            return newline + 1;
        }
        if (ByteClasses.lineEnds(bytes, at)) {
            return ByteClasses.newline(bytes, at) + 1;
        }
        int newline = reader.read(bytes, at, end);
        if (newline == SampleReader.GARBAGE) {
            newline = ByteClasses.newline(bytes, at);
            spoilt(bytes, at, newline);
            return newline + 1;
        }
        samples++;
        var sample = reader.sample();
        sample.line = line;
        sink.sample(sample);
        return newline + 1;
    }

    private void spoilt(byte[] bytes, int from, int to) {
        garbage++;
        if (firstGarbage == null) {
            firstGarbage = MalformedLine.of(line, bytes, from, to);
        }
    }

    private void comment(byte[] bytes, int from, int newline) {
        comments++;
        int end = bytes[newline - 1] == '\r' ? newline - 1 : newline;
        int word = ByteClasses.afterBlanks(bytes, from);
        int wordEnd = ByteClasses.metricEnd(bytes, word);
        if (Arrays.equals(bytes, word, wordEnd, EOF, 0, EOF.length)) {
            sawEof |= ByteClasses.lineEnds(bytes, ByteClasses.afterBlanks(bytes, wordEnd));
        } else if (sink.wantsDescriptions()) {
            describe(bytes, word, wordEnd, end);
        }
    }

    private void describe(byte[] bytes, int word, int wordEnd, int end) {
        int name = ByteClasses.afterBlanks(bytes, wordEnd);
        int nameEnd = ByteClasses.metricEnd(bytes, name);
        var kind = new String(bytes, word, wordEnd - word, ISO_8859_1);
        for (var description : DESCRIPTIONS) {
            if (description.name().equals(kind) && nameEnd > name) {
                int text = Math.min(ByteClasses.afterBlanks(bytes, nameEnd), end);
                sink.described(reader.texts().of(bytes, name, nameEnd), description,
                        new String(LabelBlock.unescaped(bytes, text, end), UTF_8));
            }
        }
    }
}
