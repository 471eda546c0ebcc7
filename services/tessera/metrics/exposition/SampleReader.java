package tessera.metrics.exposition;

import java.util.Arrays;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Reads lines that are samples. */
final class SampleReader {

    static final int GARBAGE = -1;
    private static final double MILLIS = 1000;
    private static final double LONGEST = 9e18;

    private final TextPool texts = new TextPool();
    private final LabelSets labels = new LabelSets(texts);
    private final DecimalParser decimals = new DecimalParser();
    private final ExpositionSample sample = new ExpositionSample();
    private ExpositionFormat format = ExpositionFormat.PROMETHEUS;
    private TextPool.PooledText name = TextPool.PooledText.NONE;

    /** Begins a page. */
    void expect(ExpositionFormat expected) {
        format = expected;
        labels.forget();
    }

    TextPool texts() {
        return texts;
    }

    /** What was read last. */
    ExpositionSample sample() {
        return sample;
    }

    /**
     * Reads a line.
     *
     * @param from at its first byte that is not blank
     * @param end  behind the last line feed
     * @return its line feed, or {@link #GARBAGE}
     */
    int read(byte[] bytes, int from, int end) {
        int nameEnd = nameEnd(bytes, from, end);
        if (nameEnd == from) {
            return GARBAGE;
        }
        int at = ByteClasses.afterBlanks(bytes, nameEnd);
        if (bytes[at] == '{') {
            at = labels.read(bytes, at, end);
            if (at == LabelBlock.GARBAGE) {
                return GARBAGE;
            }
            sample.labels = labels.labels();
            at = ByteClasses.afterBlanks(bytes, at);
        } else if (at == nameEnd) {
            return GARBAGE;
        } else {
            sample.labels = LabelSet.EMPTY;
        }
        if (!decimals.read(bytes, at)) {
            return GARBAGE;
        }
        sample.name = name.text;
        sample.value = decimals.value();
        sample.hasNoTimestamp();
        at = decimals.end();
        return bytes[at] == '\n' ? at : afterValue(bytes, at);
    }

    private int nameEnd(byte[] bytes, int from, int end) {
        var expected = name.bytes;
        int same = from + expected.length;
        if (same > from && same < end && !ByteClasses.inMetric(bytes[same])
                && Arrays.equals(bytes, from, same, expected, 0, expected.length)) {
            return same;
        }
        int to = ByteClasses.metricEnd(bytes, from);
        if (to > from) {
            name = texts.find(bytes, from, to);
        }
        return to;
    }

    private int afterValue(byte[] bytes, int from) {
        int at = ByteClasses.afterBlanks(bytes, from);
        if (ByteClasses.lineEnds(bytes, at)) {
            return ByteClasses.newline(bytes, at);
        }
        if (at == from) {
            return GARBAGE;
        }
        if (bytes[at] == '#') {
            return ByteClasses.newline(bytes, at);
        }
        if (!decimals.read(bytes, at) || !timestamp(bytes, at)) {
            return GARBAGE;
        }
        int behind = decimals.end();
        at = ByteClasses.afterBlanks(bytes, behind);
        boolean exemplar = at > behind && bytes[at] == '#';
        return exemplar || ByteClasses.lineEnds(bytes, at) ? ByteClasses.newline(bytes, at) : GARBAGE;
    }

    private boolean timestamp(byte[] bytes, int from) {
        if (format == ExpositionFormat.OPEN_METRICS) {
            double millis = decimals.value() * MILLIS;
            sample.timestamp = Math.round(millis);
            return Math.abs(millis) < LONGEST;
        }
        if (decimals.integer()) {
            sample.timestamp = decimals.whole();
            return true;
        }
        return longTimestamp(new String(bytes, from, decimals.end() - from, ISO_8859_1));
    }

    private boolean longTimestamp(String digits) {
        try {
            sample.timestamp = Long.parseLong(digits);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
