package tessera.metrics.exposition;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.ExpositionTally.TallyEnd;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Reads one exposition: goes through its lines and counts their outcomes. */
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
        int mark = ContentSniffer.byteOrderMarkLength(lines.bytes(), lines.filledBytes());
        var content = ContentSniffer.sniff(lines.bytes(), mark, lines.filledBytes());
        boolean binary = ContentSniffer.isBinary(lines.bytes(), mark, lines.filledBytes());
        if (content == ForeignContent.EXPOSITION) {
            lines.skipBytes(mark);
            readLines();
            if (samples == 0 && comments == 0) {
                content = garbage == 0 ? ForeignContent.EMPTY
                        : binary ? ForeignContent.BINARY : ForeignContent.OTHER_TEXT;
            }
            cut |= format == ExpositionFormat.OPEN_METRICS && !sawEof;
        }
        var ending = lines.exceedsLimit() ? TallyEnd.TOO_LONG : cut ? TallyEnd.CUT : TallyEnd.COMPLETE;
        return new ExpositionTally(samples, garbage, Optional.ofNullable(firstGarbage), sawEof, lines.totalBytes(),
                content,
                ending);
    }

    private void readLines() throws IOException {
        while (true) {
            switch (lines.nextLines()) {
                case LINES -> readComplete();
                case OVERLONG -> {
                    line++;
                    countMalformed(lines.bytes(), lines.fromIndex(), lines.filledBytes());
                }
                case END -> {
                    if (!lines.exceedsLimit() && lines.filledBytes() > lines.fromIndex()) {
                        readUnterminated();
                    }
                    return;
                }
            }
        }
    }

    private void readComplete() {
        var bytes = lines.bytes();
        int end = lines.toIndex();
        for (int at = lines.fromIndex(); at < end;) {
            at = readLine(bytes, at, end);
        }
    }

    /** Reads the last line, which has no end. A comment or a blank line lacks nothing, but of a sample one cannot know. */
    private void readUnterminated() {
        int start = lines.fromIndex();
        int filled = lines.filledBytes();
        lines.terminateLastLine();
        int at = ByteClasses.skipBlanks(lines.bytes(), start);
        if (lines.bytes()[at] == '#' || ByteClasses.isLineEnd(lines.bytes(), at)) {
            readLine(lines.bytes(), start, lines.toIndex());
        } else {
            cut = true;
            line++;
            countMalformed(lines.bytes(), start, filled);
        }
    }

    /** Reads a line; returns the beginning of the next. */
    private int readLine(byte[] bytes, int from, int end) {
        line++;
        int at = ByteClasses.skipBlanks(bytes, from);
        if (bytes[at] == '#') {
            int newline = ByteClasses.findNewline(bytes, at);
            readComment(bytes, at + 1, newline);
            return newline + 1;
        }
        if (ByteClasses.isLineEnd(bytes, at)) {
            return ByteClasses.findNewline(bytes, at) + 1;
        }
        int newline = reader.readLine(bytes, at, end);
        if (newline == SampleReader.GARBAGE) {
            newline = ByteClasses.findNewline(bytes, at);
            countMalformed(bytes, at, newline);
            return newline + 1;
        }
        samples++;
        var sample = reader.sample();
        sample.line = line;
        sink.acceptSample(sample);
        return newline + 1;
    }

    private void countMalformed(byte[] bytes, int from, int to) {
        garbage++;
        if (firstGarbage == null) {
            firstGarbage = MalformedLine.of(line, bytes, from, to);
        }
    }

    private void readComment(byte[] bytes, int from, int newline) {
        comments++;
        int end = bytes[newline - 1] == '\r' ? newline - 1 : newline;
        int word = ByteClasses.skipBlanks(bytes, from);
        int wordEnd = ByteClasses.metricNameEnd(bytes, word);
        if (Arrays.equals(bytes, word, wordEnd, EOF, 0, EOF.length)) {
            sawEof |= ByteClasses.isLineEnd(bytes, ByteClasses.skipBlanks(bytes, wordEnd));
        } else if (sink.wantsDescriptions()) {
            readDescription(bytes, word, wordEnd, end);
        }
    }

    private void readDescription(byte[] bytes, int word, int wordEnd, int end) {
        int name = ByteClasses.skipBlanks(bytes, wordEnd);
        int nameEnd = ByteClasses.metricNameEnd(bytes, name);
        var kind = new String(bytes, word, wordEnd - word, ISO_8859_1);
        for (var description : DESCRIPTIONS) {
            if (description.name().equals(kind) && nameEnd > name) {
                int text = Math.min(ByteClasses.skipBlanks(bytes, nameEnd), end);
                sink.acceptDescription(reader.textPool().textOf(bytes, name, nameEnd), description,
                        new String(LabelBlock.unescape(bytes, text, end), UTF_8));
            }
        }
    }
}
