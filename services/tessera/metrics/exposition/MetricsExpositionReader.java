package tessera.metrics.exposition;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.ExpositionReadResult.ExpositionEndReason;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Reads one exposition: goes through its lines and counts their outcomes. */
final class MetricsExpositionReader {

    private static final byte[] EOF = "EOF".getBytes(ISO_8859_1);
    private static final MetricMetadataKind[] DESCRIPTIONS = MetricMetadataKind.values();

    private final ByteLineBuffer lineBuffer;
    private final ExpositionSampleReader reader;
    private final MetricsExpositionFormat format;
    private final ExpositionSampleConsumer sink;
    private long line;
    private long samples;
    private long comments;
    private long garbage;
    private @Nullable MalformedExpositionLine firstGarbage;
    private boolean sawEof;
    private boolean truncated;

    MetricsExpositionReader(ByteLineBuffer lineBuffer, ExpositionSampleReader reader, MetricsExpositionFormat format,
            ExpositionSampleConsumer sink) {
        this.lineBuffer = lineBuffer;
        this.reader = reader;
        this.format = format;
        this.sink = sink;
    }

    ExpositionReadResult run() throws IOException {
        int mark = NonMetricsContentDetector.byteOrderMarkLength(lineBuffer.bytes(), lineBuffer.filledBytes());
        var content = NonMetricsContentDetector.sniff(lineBuffer.bytes(), mark, lineBuffer.filledBytes());
        boolean binary = NonMetricsContentDetector.isBinary(lineBuffer.bytes(), mark, lineBuffer.filledBytes());
        if (content == NonMetricsResponseKind.EXPOSITION) {
            lineBuffer.skipBytes(mark);
            readLines();
            if (samples == 0 && comments == 0) {
                if (garbage == 0) {
                    content = NonMetricsResponseKind.EMPTY;
                } else if (binary) {
                    content = NonMetricsResponseKind.BINARY;
                } else {
                    content = NonMetricsResponseKind.OTHER_TEXT;
                }
            }
            truncated |= format == MetricsExpositionFormat.OPEN_METRICS && !sawEof;
        }
        ExpositionEndReason endReason;
        if (lineBuffer.exceedsLimit()) {
            endReason = ExpositionEndReason.TOO_LONG;
        } else if (truncated) {
            endReason = ExpositionEndReason.CUT;
        } else {
            endReason = ExpositionEndReason.COMPLETE;
        }
        return new ExpositionReadResult(samples, garbage, Optional.ofNullable(firstGarbage), sawEof,
                lineBuffer.totalBytes(), content, endReason);
    }

    private void readLines() throws IOException {
        while (true) {
            switch (lineBuffer.nextLines()) {
                case LINES -> readComplete();
                case OVERLONG -> {
                    line++;
                    countMalformed(lineBuffer.bytes(), lineBuffer.fromIndex(), lineBuffer.filledBytes());
                }
                case END -> {
                    if (!lineBuffer.exceedsLimit() && lineBuffer.filledBytes() > lineBuffer.fromIndex()) {
                        readUnterminated();
                    }
                    return;
                }
            }
        }
    }

    private void readComplete() {
        var bytes = lineBuffer.bytes();
        int end = lineBuffer.toIndex();
        for (int at = lineBuffer.fromIndex(); at < end;) {
            at = readLine(bytes, at, end);
        }
    }

    /** Reads the last line, which has no end. A comment or a blank line lacks nothing, but of a sample one cannot know. */
    private void readUnterminated() {
        int start = lineBuffer.fromIndex();
        int filled = lineBuffer.filledBytes();
        lineBuffer.terminateLastLine();
        int at = ExpositionByteScanner.skipBlanks(lineBuffer.bytes(), start);
        if (lineBuffer.bytes()[at] == '#' || ExpositionByteScanner.isLineEnd(lineBuffer.bytes(), at)) {
            readLine(lineBuffer.bytes(), start, lineBuffer.toIndex());
        } else {
            truncated = true;
            line++;
            countMalformed(lineBuffer.bytes(), start, filled);
        }
    }

    /** Reads a line; returns the beginning of the next. */
    private int readLine(byte[] bytes, int from, int end) {
        line++;
        int at = ExpositionByteScanner.skipBlanks(bytes, from);
        if (bytes[at] == '#') {
            int newline = ExpositionByteScanner.findNewline(bytes, at);
            readComment(bytes, at + 1, newline);
            return newline + 1;
        }
        if (ExpositionByteScanner.isLineEnd(bytes, at)) {
            return ExpositionByteScanner.findNewline(bytes, at) + 1;
        }
        int newline = reader.readLine(bytes, at, end);
        if (newline == ExpositionSampleReader.GARBAGE) {
            newline = ExpositionByteScanner.findNewline(bytes, at);
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
            firstGarbage = MalformedExpositionLine.of(line, bytes, from, to);
        }
    }

    private void readComment(byte[] bytes, int from, int newline) {
        comments++;
        int end = bytes[newline - 1] == '\r' ? newline - 1 : newline;
        int word = ExpositionByteScanner.skipBlanks(bytes, from);
        int wordEnd = ExpositionByteScanner.metricNameEnd(bytes, word);
        if (Arrays.equals(bytes, word, wordEnd, EOF, 0, EOF.length)) {
            sawEof |= ExpositionByteScanner.isLineEnd(bytes, ExpositionByteScanner.skipBlanks(bytes, wordEnd));
        } else if (sink.wantsDescriptions()) {
            readDescription(bytes, word, wordEnd, end);
        }
    }

    private void readDescription(byte[] bytes, int word, int wordEnd, int end) {
        int name = ExpositionByteScanner.skipBlanks(bytes, wordEnd);
        int nameEnd = ExpositionByteScanner.metricNameEnd(bytes, name);
        var kind = new String(bytes, word, wordEnd - word, ISO_8859_1);
        for (var description : DESCRIPTIONS) {
            if (description.name().equals(kind) && nameEnd > name) {
                int text = Math.min(ExpositionByteScanner.skipBlanks(bytes, nameEnd), end);
                sink.acceptDescription(reader.textPool().textOf(bytes, name, nameEnd), description,
                        new String(MetricLabelPositions.unescape(bytes, text, end), UTF_8));
            }
        }
    }
}
