package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A stream of bytes as tokens of JSON: taken, or passed over. */
final class JsonTokens {

    private static final int SIZE = 1 << 16;
    /** As deep as an API server lets anything be: its decoder is that of Go (encoding/json, maxNestingDepth). */
    private static final int DEEPEST = 10_000;
    private static final int LONGEST_NUMBER = 1_000;
    /** Opening brackets differ from each other, and closing ones too, only in this bit. */
    private static final int CURLY = 0x20;

    private final InputStream stream;
    /** Behind what was read there are always eight zeros, so that whole words can be looked at. */
    private final byte[] buffer = new byte[SIZE + Long.BYTES];
    private int at;
    private int end;
    /** How much was thrown away that stood in the buffer before. */
    private long gone;

    /** The token taken last: these bytes, if they are plain, or else what they say. */
    private int from;
    private int to;
    private @Nullable String decoded;
    private long print;

    /** Within a container that is passed over: how many are open, how many of them objects, and −1 within a string. */
    private int depth;
    private int curly;
    private long quoted;

    JsonTokens(InputStream stream) {
        this.stream = stream;
    }

    /** The bytes in which the token taken last lies, until another is taken. */
    byte[] bytes() {
        return buffer;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** The {@linkplain ByteSearch#print fingerprint} of the token taken last, if it is a string of plain ASCII; else anything. */
    long print() {
        return print;
    }

    /** What the token taken last says, if its bytes are not plain ASCII; else null. */
    @Nullable
    String decoded() {
        return decoded;
    }

    /** The token taken last. */
    @SuppressWarnings("deprecation") // The bytes are ASCII; this is the constructor that need not look again.
    String spelled() {
        return decoded == null ? new String(buffer, 0, from, to - from) : decoded;
    }

    /** Takes the byte that {@link #next} saw. */
    void advance() {
        at++;
    }

    /** The next byte that is no white space, not yet taken; −1 at the end. */
    int next() throws IOException {
        // Hardly any server writes white space.
        return at < end && buffer[at] > ' ' ? buffer[at] : nextOfAny();
    }

    private int nextOfAny() throws IOException {
        do {
            while (at < end) {
                byte b = buffer[at];
                if (b > ' ' || b < 0) {
                    return b & 0xff;
                }
                at++;
            }
        } while (fill());
        return -1;
    }

    /** Reads more behind what is unread. False when there is no more, or no room. */
    private boolean fill() throws IOException {
        if (at > 0) {
            System.arraycopy(buffer, at, buffer, 0, end - at);
            end -= at;
            gone += at;
            at = 0;
        }
        int count = end == SIZE ? -1 : stream.read(buffer, end, SIZE - end);
        end += Math.max(0, count);
        ByteSearch.endWithZeros(buffer, end);
        return count > 0;
    }

    /** Takes a string whose quote is next. */
    void string() throws IOException {
        long sofar = 0;
        long all = 0;
        for (int here = at + 1; here < end; here += Long.BYTES) {
            long word = ByteSearch.word(buffer, here);
            long found = ByteSearch.quoteOrBackslash(word);
            if (found != 0) {
                int stop = here + (Long.numberOfTrailingZeros(found) >>> 3);
                long before = word & ((found & -found) - 1);
                boolean plain = ((all | before) & ByteSearch.TOPS) == 0;
                if (plain && buffer[stop] == '"' && stop - at <= JsonScanner.LONGEST) {
                    taken(stop);
                    print = ByteSearch.print(sofar, before);
                    return;
                }
                break;
            }
            all |= word;
            sofar = ByteSearch.print(sofar, word);
        }
        unusualString();
    }

    private void taken(int quote) {
        from = at + 1;
        to = quote;
        at = quote + 1;
        decoded = null;
    }

    /** One with escapes, in another script, very long, or not wholly there. */
    private void unusualString() throws IOException {
        int offset = 1;
        boolean escaped = false;
        while (true) {
            int found = ByteSearch.quote(buffer, Math.min(at + offset, end), end);
            if (found < end && buffer[found] == '"') {
                taken(found);
                break;
            }
            boolean whole = found + 1 < end;
            escaped |= whole;
            offset = found - at + (whole ? 2 : 0);
            if (!whole && !fill()) {
                cutLong();
                return;
            }
        }
        if (to - from > JsonScanner.LONGEST) {
            decoded = JsonStrings.beginning(buffer, from, JsonScanner.LONGEST);
        } else if (escaped || !ByteSearch.ascii(buffer, from, to)) {
            decoded = JsonStrings.decode(buffer, from, to);
        } else {
            print = ByteSearch.print(Arrays.copyOfRange(buffer, from, to));
        }
    }

    /** Keeps the beginning of a string that is longer than the buffer. */
    private void cutLong() throws IOException {
        if (end < SIZE) {
            throw new MalformedJsonException("an early end");
        }
        decoded = JsonStrings.beginning(buffer, at + 1, JsonScanner.LONGEST);
        at++;
        skipString();
    }

    /** Takes a number, {@code true}, {@code false} or {@code null}. */
    void bare() throws IOException {
        int offset = 0;
        while (true) {
            while (at + offset < end && ByteSearch.bare(buffer[at + offset])) {
                offset++;
            }
            if (offset > LONGEST_NUMBER) {
                throw new MalformedJsonException("a number without end");
            }
            if (at + offset < end || !fill()) {
                break;
            }
        }
        if (offset == 0) {
            throw new MalformedJsonException(at == end ? "an early end" : "a value that is none");
        }
        from = at;
        to = at + offset;
        at = to;
        decoded = null;
        print = 0;
    }

    /** How far the stream was read. */
    long place() {
        return gone + at;
    }

    /** The bytes from a place on; none if they are no longer all there. */
    byte[] since(long place) {
        return place < gone ? new byte[0] : Arrays.copyOfRange(buffer, (int) (place - gone), at);
    }

    /** Passes over some bytes if they are next; false if they are not, or not there yet, or none. */
    boolean pass(byte[] bytes) {
        int to = at + bytes.length;
        boolean next = to > at && to <= end && Arrays.equals(buffer, at, to, bytes, 0, bytes.length);
        at = next ? to : at;
        return next;
    }

    /** Passes over a value. */
    void skip() throws IOException {
        int b = next();
        if (b == '"') {
            at++;
            skipString();
        } else if (b == '{' || b == '[') {
            skipContainer();
        } else {
            bare();
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
        } while (fill());
        throw new MalformedJsonException("an early end");
    }

    /** Eight bytes at a time, and no branch for any string, while nothing is escaped and the container cannot end. */
    private void skipWords() {
        int deep = depth;
        int here = at;
        for (; here <= end - Long.BYTES && deep <= DEEPEST; here += Long.BYTES) {
            long word = ByteSearch.word(buffer, here);
            long inside = ByteSearch.inside(word, quoted);
            long opening = ByteSearch.opening(word) & ~inside;
            long closing = ByteSearch.closing(word) & ~inside;
            int closed = Long.bitCount(closing);
            if (deep <= closed || ByteSearch.escapes(word)) {
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

    /** A few bytes one by one. Returns whether the container ended. */
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
                throw new MalformedJsonException("containers nested too deeply");
            }
            if (depth == 0 && curly != 0) {
                throw new MalformedJsonException("brackets that do not match");
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
                int found = ByteSearch.quote(buffer, at, end);
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
        } while (fill());
        throw new MalformedJsonException("an early end");
    }
}
