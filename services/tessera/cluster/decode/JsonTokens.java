package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A stream of bytes as tokens of JSON: taken, or passed over. */
final class JsonTokens {

    private static final int SIZE = 1 << 16;
    private static final int DEEPEST = 500;
    /** The kinds of as many brackets fit into a long. */
    private static final int CHECKED = Long.SIZE;
    private static final int LONGEST_NUMBER = 1_000;
    /** Opening brackets differ from each other, and closing ones too, only in this bit. */
    private static final int CURLY = 0x20;

    private final InputStream stream;
    private final byte[] buffer = new byte[SIZE];
    private int at;
    private int end;

    /** The token taken last: these bytes, if they are plain, or else what they say. */
    private int from;
    private int to;
    private @Nullable String decoded;

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
            at = 0;
        }
        int count = end == SIZE ? -1 : stream.read(buffer, end, SIZE - end);
        end += Math.max(0, count);
        return count > 0;
    }

    /** Takes a string whose quote is next. */
    void string() throws IOException {
        int offset = 1;
        boolean escaped = false;
        while (true) {
            int found = Bytes.quote(buffer, Math.min(at + offset, end), end);
            if (found + 1 < end || (found < end && buffer[found] == '"')) {
                if (buffer[found] == '"') {
                    take(found, escaped);
                    return;
                }
                escaped = true;
                offset = found + 2 - at;
                continue;
            }
            offset = found - at;
            if (!fill()) {
                if (end < SIZE) {
                    throw new Garbled("an early end");
                }
                cutLong();
                return;
            }
        }
    }

    private void take(int quote, boolean escaped) {
        from = at + 1;
        to = quote;
        at = quote + 1;
        if (to - from > JsonScanner.LONGEST) {
            decoded = JsonText.decode(buffer, from, boundary(from + JsonScanner.LONGEST)) + "…";
        } else {
            decoded = escaped || !Bytes.ascii(buffer, from, to) ? JsonText.decode(buffer, from, to) : null;
        }
    }

    /** Keeps the beginning of a string that is longer than the buffer. */
    private void cutLong() throws IOException {
        decoded = JsonText.decode(buffer, at + 1, boundary(at + 1 + JsonScanner.LONGEST)) + "…";
        at++;
        skipString();
    }

    /** Not within a character. */
    private int boundary(int cut) {
        int boundary = cut;
        while ((buffer[boundary] & 0xC0) == 0x80 && boundary > cut - 4) {
            boundary--;
        }
        return boundary;
    }

    /** Takes a number, {@code true}, {@code false} or {@code null}. */
    void bare() throws IOException {
        int offset = 0;
        while (true) {
            while (at + offset < end && Bytes.bare(buffer[at + offset])) {
                offset++;
            }
            if (offset > LONGEST_NUMBER) {
                throw new Garbled("a number without end");
            }
            if (at + offset < end || !fill()) {
                break;
            }
        }
        if (offset == 0) {
            throw new Garbled(at == end ? "an early end" : "a value that is none");
        }
        from = at;
        to = at + offset;
        at = to;
        decoded = null;
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
        long kinds = 0;
        int depth = 0;
        int deepest = 0;
        do {
            int here = at;
            while (here < end) {
                int b = buffer[here++];
                if (b == '"') {
                    at = here;
                    skipString();
                    here = at;
                } else if ((b & ~CURLY) == '[') {
                    kinds = (kinds << 1) | ((b & CURLY) >>> 5);
                    deepest = Math.max(deepest, ++depth);
                    if (depth > DEEPEST) {
                        throw new Garbled("containers nested too deeply");
                    }
                } else if ((b & ~CURLY) == ']') {
                    if (deepest <= CHECKED && (kinds & 1) != (b & CURLY) >>> 5) {
                        throw new Garbled("brackets that do not match");
                    }
                    kinds >>>= 1;
                    if (--depth == 0) {
                        at = here;
                        return;
                    }
                }
            }
            at = here;
        } while (fill());
        throw new Garbled("an early end");
    }

    /** Passes over the rest of a string whose first quote was taken. */
    private void skipString() throws IOException {
        do {
            while (true) {
                int found = Bytes.quote(buffer, at, end);
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
        throw new Garbled("an early end");
    }
}
