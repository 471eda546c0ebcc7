package tessera.metrics.exposition;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.metrics.exposition.Tally.Ending;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** One exposition while it is read: goes through its lines and counts what becomes of them. */
final class Reading {

    private static final byte[] EOF = "EOF".getBytes(ISO_8859_1);
    private static final Description[] DESCRIPTIONS = Description.values();

    private final LineBuffer lines;
    private final SampleReader reader;
    private final Format format;
    private final SampleSink sink;
    private long line;
    private long samples;
    private long comments;
    private long garbage;
    private @Nullable Garbage firstGarbage;
    private boolean sawEof;
    private boolean cut;

    Reading(LineBuffer lines, SampleReader reader, Format format, SampleSink sink) {
        this.lines = lines;
        this.reader = reader;
        this.format = format;
        this.sink = sink;
    }

    Tally run() throws IOException {
        int mark = Sniffer.mark(lines.bytes(), lines.filled());
        var content = Sniffer.sniff(lines.bytes(), mark, lines.filled());
        boolean binary = Sniffer.binary(lines.bytes(), mark, lines.filled());
        if (content == Content.EXPOSITION) {
            lines.skip(mark);
            readLines();
            if (samples == 0 && comments == 0) {
                content = garbage == 0 ? Content.EMPTY : binary ? Content.BINARY : Content.OTHER_TEXT;
            }
            cut |= format == Format.OPEN_METRICS && !sawEof;
        }
        var ending = lines.tooLong() ? Ending.TOO_LONG : cut ? Ending.CUT : Ending.COMPLETE;
        return new Tally(samples, garbage, Optional.ofNullable(firstGarbage), sawEof, lines.total(), content, ending);
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
        int at = Bytes.afterBlanks(lines.bytes(), start);
        if (lines.bytes()[at] == '#' || Bytes.lineEnds(lines.bytes(), at)) {
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
        int at = Bytes.afterBlanks(bytes, from);
        if (bytes[at] == '#') {
            int newline = Bytes.newline(bytes, at);
            comment(bytes, at + 1, newline);
            return newline + 1;
        }
        if (Bytes.lineEnds(bytes, at)) {
            return Bytes.newline(bytes, at) + 1;
        }
        int newline = reader.read(bytes, at, end);
        if (newline == SampleReader.GARBAGE) {
            newline = Bytes.newline(bytes, at);
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
            firstGarbage = Garbage.of(line, bytes, from, to);
        }
    }

    private void comment(byte[] bytes, int from, int newline) {
        comments++;
        int end = bytes[newline - 1] == '\r' ? newline - 1 : newline;
        int word = Bytes.afterBlanks(bytes, from);
        int wordEnd = Bytes.metricEnd(bytes, word);
        if (Arrays.equals(bytes, word, wordEnd, EOF, 0, EOF.length)) {
            sawEof |= Bytes.lineEnds(bytes, Bytes.afterBlanks(bytes, wordEnd));
        } else if (sink.wantsDescriptions()) {
            describe(bytes, word, wordEnd, end);
        }
    }

    private void describe(byte[] bytes, int word, int wordEnd, int end) {
        int name = Bytes.afterBlanks(bytes, wordEnd);
        int nameEnd = Bytes.metricEnd(bytes, name);
        var kind = new String(bytes, word, wordEnd - word, ISO_8859_1);
        for (var description : DESCRIPTIONS) {
            if (description.name().equals(kind) && nameEnd > name) {
                int text = Math.min(Bytes.afterBlanks(bytes, nameEnd), end);
                sink.described(reader.texts().of(bytes, name, nameEnd), description,
                        new String(LabelBlock.unescaped(bytes, text, end), UTF_8));
            }
        }
    }
}
