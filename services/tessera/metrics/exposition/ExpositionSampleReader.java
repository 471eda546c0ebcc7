package tessera.metrics.exposition;

import java.util.Arrays;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Reads sample lines. */
final class ExpositionSampleReader {

    static final int GARBAGE = -1;
    private static final double MILLIS = 1000;
    private static final double LONGEST = 9e18;

    private final TextByBytesCache texts = new TextByBytesCache();
    private final LabelSetCache labels = new LabelSetCache(texts);
    private final DecimalParser decimals = new DecimalParser();
    private final MetricsExpositionSample sample = new MetricsExpositionSample();
    private MetricsExpositionFormat format = MetricsExpositionFormat.PROMETHEUS;
    private TextByBytesCache.PooledText name = TextByBytesCache.PooledText.NONE;

    /** Begins a page of a format. */
    void beginPage(MetricsExpositionFormat expected) {
        format = expected;
        labels.clear();
    }

    TextByBytesCache textPool() {
        return texts;
    }

    /** Returns the sample that was read last. */
    MetricsExpositionSample sample() {
        return sample;
    }

    /**
     * Reads a line.
     *
     * @param from at its first byte that is not blank
     * @param end  behind the last line feed
     * @return its line feed, or {@link #GARBAGE}
     */
    int readLine(byte[] bytes, int from, int end) {
        int nameEnd = nameEnd(bytes, from, end);
        if (nameEnd == from) {
            return GARBAGE;
        }
        int at = ExpositionByteScanner.skipBlanks(bytes, nameEnd);
        if (bytes[at] == '{') {
            at = labels.readBlock(bytes, at, end);
            if (at == MetricLabelPositions.GARBAGE) {
                return GARBAGE;
            }
            sample.labels = labels.labels();
            at = ExpositionByteScanner.skipBlanks(bytes, at);
        } else if (at == nameEnd) {
            return GARBAGE;
        } else {
            sample.labels = SeriesLabelSet.EMPTY;
        }
        if (!decimals.parse(bytes, at)) {
            return GARBAGE;
        }
        sample.name = name.text;
        sample.value = decimals.value();
        sample.clearTimestamp();
        at = decimals.endOffset();
        return bytes[at] == '\n' ? at : skipValue(bytes, at);
    }

    private int nameEnd(byte[] bytes, int from, int end) {
        var expected = name.bytes;
        int same = from + expected.length;
        if (same > from && same < end && !ExpositionByteScanner.isMetricNameByte(bytes[same])
                && Arrays.equals(bytes, from, same, expected, 0, expected.length)) {
            return same;
        }
        int to = ExpositionByteScanner.metricNameEnd(bytes, from);
        if (to > from) {
            name = texts.findText(bytes, from, to);
        }
        return to;
    }

    private int skipValue(byte[] bytes, int from) {
        int at = ExpositionByteScanner.skipBlanks(bytes, from);
        if (ExpositionByteScanner.isLineEnd(bytes, at)) {
            return ExpositionByteScanner.findNewline(bytes, at);
        }
        if (at == from) {
            return GARBAGE;
        }
        if (bytes[at] == '#') {
            return ExpositionByteScanner.findNewline(bytes, at);
        }
        if (!decimals.parse(bytes, at) || !readTimestamp(bytes, at)) {
            return GARBAGE;
        }
        int behind = decimals.endOffset();
        at = ExpositionByteScanner.skipBlanks(bytes, behind);
        boolean exemplar = at > behind && bytes[at] == '#';
        if (exemplar || ExpositionByteScanner.isLineEnd(bytes, at)) {
            return ExpositionByteScanner.findNewline(bytes, at);
        }
        return GARBAGE;
    }

    private boolean readTimestamp(byte[] bytes, int from) {
        if (format == MetricsExpositionFormat.OPEN_METRICS) {
            double millis = decimals.value() * MILLIS;
            sample.timestamp = Math.round(millis);
            return Math.abs(millis) < LONGEST;
        }
        if (decimals.isInteger()) {
            sample.timestamp = decimals.longValue();
            return true;
        }
        return isLongTimestamp(new String(bytes, from, decimals.endOffset() - from, ISO_8859_1));
    }

    private boolean isLongTimestamp(String digits) {
        try {
            sample.timestamp = Long.parseLong(digits);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
