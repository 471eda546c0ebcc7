package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.JsonFault;

/** Splits a stream of bytes into tokens of JSON: taken, or passed over. */
final class JsonTokenizer {

    /** Longer texts are cut: no name or message anybody reads is as long. */
    static final int LONGEST = 8 << 10;

    private static final int SIZE = 1 << 16;
    /** As deep as an API server lets anything be: its decoder is that of Go (encoding/json, maxNestingDepth). */
    private static final int DEEPEST = 10_000;
    static final int LONGEST_NUMBER = 1_000;
    /** Opening brackets differ from each other, and closing ones too, only in this bit. */
    private static final int CURLY = 0x20;

    private final InputStream stream;
    /** Behind what was read there are always eight zeros, so that whole words can be looked at. */
    private final byte[] buffer = new byte[SIZE + Long.BYTES];
    private int at;
    private int end;
    /** How much was thrown away that stood in the buffer before. */
    private long discardedBytes;

    /** The token taken last: these bytes, if they are plain, or else what they say. */
    private int from;
    private int to;
    private @Nullable String decoded;
    private long print;

    /** Within a container that is passed over: how many are open, how many of them objects, and −1 within a string. */
    private int depth;
    private int curly;
    private long quoted;

    JsonTokenizer(InputStream stream) {
        this.stream = stream;
    }

    /** Returns the buffer of the token taken last, valid until another is taken. */
    byte[] bytes() {
        return buffer;
    }

    int tokenStart() {
        return from;
    }

    int tokenEnd() {
        return to;
    }

    /** The {@linkplain ByteSearch#fingerprintOf fingerprint} of the token taken last, if it is a string of plain ASCII; else anything. */
    long fingerprint() {
        return print;
    }

    /** Returns the token taken last, if its bytes are not plain ASCII; else null. */
    @Nullable
    String decodedText() {
        return decoded;
    }

    /** Returns the token taken last as text. */
    @SuppressWarnings("deprecation") // The bytes are ASCII; this is the constructor that need not look again.
    String tokenText() {
        return decoded == null ? new String(buffer, 0, from, to - from) : decoded;
    }

    /** Takes the byte that {@link #peekByte} saw. */
    void advance() {
        at++;
    }

    /** Returns the next byte that is no white space, not yet taken; −1 at the end. */
    int peekByte() throws IOException {
        // Hardly any server writes white space.
        return at < end && buffer[at] > ' ' ? buffer[at] : peekRefilling();
    }

    private int peekRefilling() throws IOException {
        do {
            while (at < end) {
                byte b = buffer[at];
                if (b > ' ' || b < 0) {
                    return b & 0xff;
                }
                at++;
            }
        } while (fillBuffer());
        return -1;
    }

    /** Reads more bytes behind the unread ones. False when there is no more, or no room. */
    private boolean fillBuffer() throws IOException {
        if (at > 0) {
            System.arraycopy(buffer, at, buffer, 0, end - at);
            end -= at;
            discardedBytes += at;
            at = 0;
        }
        int count = end == SIZE ? -1 : stream.read(buffer, end, SIZE - end);
        end += Math.max(0, count);
        ByteSearch.endWithZeros(buffer, end);
        return count > 0;
    }

    /** Takes a string whose quote is next. */
    void takeString() throws IOException {
        long sofar = 0;
        long all = 0;
        for (int here = at + 1; here < end; here += Long.BYTES) {
            long word = ByteSearch.wordAt(buffer, here);
            long found = ByteSearch.quoteOrBackslash(word);
            if (found != 0) {
                int stop = here + (Long.numberOfTrailingZeros(found) >>> 3);
                long before = word & ((found & -found) - 1);
                boolean plain = ((all | before) & ByteSearch.TOPS) == 0;
                if (plain && buffer[stop] == '"' && stop - at <= LONGEST) {
                    markTaken(stop);
                    print = ByteSearch.extendFingerprint(sofar, before);
                    return;
                }
                break;
            }
            all |= word;
            sofar = ByteSearch.extendFingerprint(sofar, word);
        }
        takeUnusualString();
    }

    private void markTaken(int quote) {
        from = at + 1;
        to = quote;
        at = quote + 1;
        decoded = null;
    }

    /** Takes a string with escapes, in another script, very long, or not wholly in the buffer. */
    private void takeUnusualString() throws IOException {
        int offset = 1;
        boolean escaped = false;
        while (true) {
            int found = ByteSearch.findQuote(buffer, Math.min(at + offset, end), end);
            if (found < end && buffer[found] == '"') {
                markTaken(found);
                break;
            }
            boolean whole = found + 1 < end;
            escaped |= whole;
            offset = found - at + (whole ? 2 : 0);
            if (!whole && !fillBuffer()) {
                takeCutString();
                return;
            }
        }
        if (to - from > LONGEST) {
            decoded = JsonStringDecoder.decodeBeginning(buffer, from, LONGEST);
        } else if (escaped || !ByteSearch.isAscii(buffer, from, to)) {
            decoded = JsonStringDecoder.decode(buffer, from, to);
        } else {
            print = ByteSearch.fingerprintOf(Arrays.copyOfRange(buffer, from, to));
        }
    }

    /** Keeps the beginning of a string that is longer than the buffer. */
    private void takeCutString() throws IOException {
        if (end < SIZE) {
            throw new MalformedJsonException(JsonFault.EARLY_END);
        }
        decoded = JsonStringDecoder.decodeBeginning(buffer, at + 1, LONGEST);
        at++;
        skipString();
    }

    /** Takes a number, {@code true}, {@code false} or {@code null}. */
    void takeBare() throws IOException {
        int offset = 0;
        while (true) {
            while (at + offset < end && ByteSearch.isBareByte(buffer[at + offset])) {
                offset++;
            }
            if (offset > LONGEST_NUMBER) {
                throw new MalformedJsonException(JsonFault.NUMBER_TOO_LONG);
            }
            if (at + offset < end || !fillBuffer()) {
                break;
            }
        }
        if (offset == 0) {
            throw new MalformedJsonException(at == end ? JsonFault.EARLY_END : JsonFault.INVALID_VALUE);
        }
        from = at;
        to = at + offset;
        at = to;
        decoded = null;
        print = 0;
    }

    /** How far the stream was read. */
    long place() {
        return discardedBytes + at;
    }

    /** The bytes from a place on; none if they are no longer all there. */
    byte[] since(long place) {
        return place < discardedBytes ? new byte[0] : Arrays.copyOfRange(buffer, (int) (place - discardedBytes), at);
    }

    /** Passes over some bytes if they are next; false if they are not, or not there yet, or none. */
    boolean pass(byte[] bytes) {
        int to = at + bytes.length;
        boolean next = to > at && to <= end && Arrays.equals(buffer, at, to, bytes, 0, bytes.length);
        at = next ? to : at;
        return next;
    }

    /** Passes over a value. */
    void skipValue() throws IOException {
        int b = peekByte();
        if (b == '"') {
            at++;
            skipString();
        } else if (b == '{' || b == '[') {
            skipContainer();
        } else {
            takeBare();
        }
    }

    private void skipContainer() throws IOException {
        depth = 1;
        curly = (buffer[at++] & CURLY) >>> 5;
        quoted = 0;
        do {
            while (at < end) {
                skipWords();
                if (skipBytes()) {
                    return;
                }
            }
        } while (fillBuffer());
        throw new MalformedJsonException(JsonFault.EARLY_END);
    }

    /** Skips eight bytes at a time, without a branch for strings, while nothing is escaped and the container cannot end. */
    private void skipWords() {
        int deep = depth;
        int here = at;
        for (; here <= end - Long.BYTES && deep <= DEEPEST; here += Long.BYTES) {
            long word = ByteSearch.wordAt(buffer, here);
            long inside = ByteSearch.stringMask(word, quoted);
            long opening = ByteSearch.openingMask(word) & ~inside;
            long closing = ByteSearch.closingMask(word) & ~inside;
            int closed = Long.bitCount(closing);
            if (deep <= closed || ByteSearch.mayEscape(word)) {
                break;
            }
            // The bit in which brackets differ, moved to where they were marked.
            curly += Long.bitCount(opening & word << 2) - Long.bitCount(closing & word << 2);
            deep += Long.bitCount(opening) - closed;
            quoted = inside >> 63;
        }
        at = here;
        depth = deep;
    }

    /** Skips a few bytes one by one. Returns whether the container ended. */
    private boolean skipBytes() throws IOException {
        if (quoted != 0) {
            skipString();
            quoted = 0;
        }
        for (int last = at + Long.BYTES; at < Math.min(last, end);) {
            int b = buffer[at++];
            if (b == '"') {
                skipString();
            } else if ((b & ~CURLY) == '[') {
                depth++;
                curly += (b & CURLY) >>> 5;
            } else if ((b & ~CURLY) == ']') {
                depth--;
                curly -= (b & CURLY) >>> 5;
            }
            if (depth > DEEPEST) {
                throw new MalformedJsonException(JsonFault.NESTED_TOO_DEEPLY);
            }
            if (depth == 0 && curly != 0) {
                throw new MalformedJsonException(JsonFault.BRACKET_MISMATCH);
            }
            if (depth == 0) {
                return true;
            }
        }
        return false;
    }

    /** Passes over the rest of a string whose first quote was taken. */
    private void skipString() throws IOException {
        do {
            while (true) {
                int found = ByteSearch.findQuote(buffer, at, end);
                if (found < end && buffer[found] == '"') {
                    at = found + 1;
                    return;
                }
                at = found;
                if (found + 1 >= end) {
                    break;
                }
                at = found + 2;
            }
        } while (fillBuffer());
        throw new MalformedJsonException(JsonFault.EARLY_END);
    }
}
