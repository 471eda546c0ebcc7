package tessera.cluster.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches in bytes, eight at a time. */
final class Bytes {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final int WORD = Long.BYTES;

    private Bytes() {}

    /** The first quote or backslash; {@code end} when there is none. */
    static int quote(byte[] bytes, int from, int end) {
        int at = from;
        for (; at <= end - WORD; at += WORD) {
            long word = (long) WORDS.get(bytes, at);
            long quotes = word ^ QUOTES;
            long backslashes = word ^ BACKSLASHES;
            // A byte that became zero is one that was looked for. Bytes behind the first may be wrong, it never is.
            long found = (((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes)) & TOPS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < end && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    static boolean ascii(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - WORD; at += WORD) {
            if (((long) WORDS.get(bytes, at) & TOPS) != 0) {
                return false;
            }
        }
        for (; at < to; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a byte can be part of a number or of a word such as {@code true}. */
    static boolean bare(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '-' || b == '+'
                || b == '.';
    }

    /** Spreads bytes over the integers. */
    static int hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at <= to - WORD; at += WORD) {
            hash = (hash ^ (long) WORDS.get(bytes, at)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        for (; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x100000001B3L;
        }
        hash ^= hash >>> 32;
        return (int) hash;
    }
}
