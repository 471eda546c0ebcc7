package tessera.metrics.exposition;

import java.util.Arrays;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;

/** The positions of the labels in a label block. Nothing is made of them before someone asks. */
final class MetricLabelPositions {

    static final int GARBAGE = -1;
    /** More than any exporter writes; a line of a megabyte could hold 200,000. */
    private static final int MOST = 256;
    private static final int SPAN = 4;

    private final int[] spans = new int[MOST * SPAN];
    private int count;

    int labelCount() {
        return count;
    }

    /**
     * Finds the labels of a block.
     *
     * @param from behind the opening brace
     * @return behind the closing brace, or {@link #GARBAGE}
     */
    int scanLabels(byte[] bytes, int from) {
        count = 0;
        int at = ExpositionByteScanner.skipBlanks(bytes, from);
        while (bytes[at] != '}') {
            at = scanLabel(bytes, at);
            if (at == GARBAGE) {
                return GARBAGE;
            }
            at = ExpositionByteScanner.skipBlanks(bytes, at);
            if (bytes[at] == ',') {
                at = ExpositionByteScanner.skipBlanks(bytes, at + 1);
            } else if (bytes[at] != '}') {
                return GARBAGE;
            }
        }
        return at + 1;
    }

    private int scanLabel(byte[] bytes, int from) {
        int nameEnd = ExpositionByteScanner.labelNameEnd(bytes, from);
        int equal = ExpositionByteScanner.skipBlanks(bytes, nameEnd);
        if (nameEnd == from || bytes[equal] != '=' || count == MOST) {
            return GARBAGE;
        }
        int quote = ExpositionByteScanner.skipBlanks(bytes, equal + 1);
        if (bytes[quote] != '"') {
            return GARBAGE;
        }
        int end = valueEnd(bytes, quote + 1);
        if (end == GARBAGE) {
            return GARBAGE;
        }
        int span = count++ * SPAN;
        spans[span] = from;
        spans[span + 1] = nameEnd;
        spans[span + 2] = quote + 1;
        spans[span + 3] = end;
        return end + 1;
    }

    private static int valueEnd(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] != '"') {
            if (bytes[at] == '\\') {
                at++;
            }
            if (bytes[at] == '\n') {
                return GARBAGE;
            }
            at++;
        }
        return at;
    }

    /**
     * Returns the labels; null when a name occurs twice.
     *
     * @param textCache where names are kept
     * @param met   where values are kept
     */
    @Nullable
    SeriesLabelSet toLabelSet(byte[] bytes, TextByBytesCache textCache, TextByBytesCache met) {
        var names = new String[count];
        var values = new String[count];
        for (int i = 0; i < count; i++) {
            int span = i * SPAN;
            names[i] = textCache.textOf(bytes, spans[span], spans[span + 1]);
            values[i] = labelValue(bytes, spans[span + 2], spans[span + 3], met);
        }
        return new HashSet<>(Arrays.asList(names)).size() == count ? new SeriesLabelSet(names, values) : null;
    }

    private static String labelValue(byte[] bytes, int from, int to, TextByBytesCache texts) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\\') {
                var plain = unescape(bytes, from, to);
                return texts.textOf(plain, 0, plain.length);
            }
        }
        return texts.textOf(bytes, from, to);
    }

    /** Returns the bytes without escapes. A backslash before anything else than a quote, a backslash or an n is one. */
    static byte[] unescape(byte[] bytes, int from, int to) {
        var plain = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            byte next = at + 1 < to ? bytes[at + 1] : 0;
            if (b == '\\' && (next == '\\' || next == '"' || next == 'n')) {
                b = next == 'n' ? (byte) '\n' : next;
                at++;
            }
            plain[length++] = b;
        }
        return Arrays.copyOf(plain, length);
    }
}
