package tessera.cluster.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Searches in bytes, eight at a time. */
final class ByteSearch {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    static final long TOPS = ONES << 7;
    private static final long QUOTES = ONES * '"';
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final long BACKSLASHES = ONES * '\\';
    /** The bit in which brackets of one shape differ from those of the other. */
    private static final long CASES = ONES << 5;
    private static final long OPENING = ONES * '[';
    private static final long CLOSING = ONES * ']';
    private static final int WORD = Long.BYTES;

    private ByteSearch() {}

    /** Returns the position of the first quote or backslash; {@code end} when there is none. */
    static int findQuote(byte[] bytes, int from, int end) {
        int at = from;
        for (; at <= end - WORD; at += WORD) {
            long found = quoteOrBackslash(wordAt(bytes, at));
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < end && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    static boolean isAscii(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the top bit of the first quote or backslash among eight bytes as the lowest bit; zero when there is none. */
    static long quoteOrBackslash(long word) {
        long quotes = word ^ QUOTES;
        long backslashes = word ^ BACKSLASHES;
        // A byte that became zero is one that was looked for. Bytes behind the first may be wrong, it never is.
        return (((quotes - ONES) & ~quotes) | ((backslashes - ONES) & ~backslashes)) & TOPS;
    }

    static long wordAt(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    /** Returns whether one of eight bytes is a backslash, or, seldom, might be. */
    static boolean mayEscape(long word) {
        long backslashes = word ^ BACKSLASHES;
        return ((backslashes - ONES) & ~backslashes & TOPS) != 0;
    }

    /**
     * Returns the top bits of those of eight bytes that lie within strings, opening quotes included, if none is escaped.
     *
     * @param quoted −1 when they begin within a string, or else 0
     */
    static long stringMask(long word, long quoted) {
        // The product has in each byte how many quotes there are up to it.
        return ((((zeroMask(word ^ QUOTES) >>> 7) * ONES) << 7) ^ quoted) & TOPS;
    }

    /** Returns the top bits of the opening brackets among eight bytes. */
    static long openingMask(long word) {
        return zeroMask((word & ~CASES) ^ OPENING);
    }

    /** Returns the top bits of the closing brackets among eight bytes. */
    static long closingMask(long word) {
        return zeroMask((word & ~CASES) ^ CLOSING);
    }

    /** Returns the top bits of the bytes that are zero. */
    private static long zeroMask(long word) {
        return ~(((word & ~TOPS) + ~TOPS) | word) & TOPS;
    }

    /** Returns whether a byte can be part of a number or of a word such as {@code true}. */
    static boolean isBareByte(byte b) {
        return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '-' || b == '+'
                || b == '.';
    }

    /**
     * Returns the fingerprint of a text. That of another text is another one, except by chance, and the chance is one in
     * 10<sup>19</sup>.
     */
    static long fingerprintOf(byte[] ascii) {
        var bytes = Arrays.copyOf(ascii, ascii.length + 1 + WORD);
        bytes[ascii.length] = '"';
        long print = 0;
        for (int at = 0; at <= ascii.length; at += WORD) {
            print = extendFingerprint(print, wordAt(bytes, at));
        }
        return print;
    }

    /** Returns a fingerprint extended by eight more bytes. */
    static long extendFingerprint(long sofar, long word) {
        long print = (sofar ^ word) * SPREAD;
        return print ^ (print >>> 32);
    }

    static void endWithZeros(byte[] bytes, int end) {
        WORDS.set(bytes, end, 0L);
    }
}
