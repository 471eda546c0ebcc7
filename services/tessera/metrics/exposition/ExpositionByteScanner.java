package tessera.metrics.exposition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Classes of bytes, and searches in them, eight at a time. */
final class ExpositionByteScanner {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WORD = Long.BYTES;
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = ONES << 7;
    private static final long NEWLINES = ONES * '\n';
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final byte METRIC = 1;
    private static final byte LABEL = 2;
    private static final byte DIGIT = 4;
    private static final byte[] CLASSES = buildClasses();

    private ExpositionByteScanner() {}

    private static byte[] buildClasses() {
        var classes = new byte[1 << Byte.SIZE];
        for (int letter = 'a'; letter <= 'z'; letter++) {
            classes[letter] = METRIC | LABEL;
            classes[letter - 'a' + 'A'] = METRIC | LABEL;
        }
        for (int digit = '0'; digit <= '9'; digit++) {
            classes[digit] = METRIC | LABEL | DIGIT;
        }
        classes['_'] = METRIC | LABEL;
        classes[':'] = METRIC;
        return classes;
    }

    /** Returns the end of the metric name that starts here; the same offset when none does. */
    static int metricNameEnd(byte[] bytes, int from) {
        return endOfClass(bytes, from, METRIC);
    }

    /** Returns the end of the label name that starts here; the same offset when none does. */
    static int labelNameEnd(byte[] bytes, int from) {
        return endOfClass(bytes, from, LABEL);
    }

    private static int endOfClass(byte[] bytes, int from, byte wanted) {
        int at = from;
        if ((CLASSES[bytes[at] & 0xFF] & DIGIT) == 0) {
            while ((CLASSES[bytes[at] & 0xFF] & wanted) != 0) {
                at++;
            }
        }
        return at;
    }

    static boolean isMetricNameByte(byte b) {
        return (CLASSES[b & 0xFF] & METRIC) != 0;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    static int skipBlanks(byte[] bytes, int from) {
        int at = from;
        while (isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Returns whether a line ends here, with or without a carriage return. */
    static boolean isLineEnd(byte[] bytes, int at) {
        return bytes[at] == '\n' || (bytes[at] == '\r' && bytes[at + 1] == '\n');
    }

    /** Returns the offset of the next line feed. There must be one. */
    static int findNewline(byte[] bytes, int from) {
        int at = from;
        for (; at <= bytes.length - WORD; at += WORD) {
            long others = (long) WORDS.get(bytes, at) ^ NEWLINES;
            // A byte that became zero is a line feed. Bytes behind the first may be wrong, it never is.
            long found = (others - ONES) & ~others & TOPS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Returns a hash that depends on every byte. */
    static int hashOf(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at <= to - WORD; at += WORD) {
            hash = mixHash(hash ^ (long) WORDS.get(bytes, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
        }
        return (int) mixHash(hash ^ rest);
    }

    private static long mixHash(long value) {
        long product = value * SPREAD;
        return product ^ (product >>> Integer.SIZE);
    }
}
