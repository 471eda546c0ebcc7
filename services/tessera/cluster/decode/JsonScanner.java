package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON from a stream of bytes, forwards only. What is skipped is looked at byte by byte and never becomes an
 * object; what is kept is handed out as it is asked for. A value of another type than the one asked for is skipped and
 * counts as absent.
 *
 * <p>Skipped parts are checked for their nesting alone, so some of what is not JSON passes; bytes that end too early
 * never do. Not safe for use by several threads.
 */
final class JsonScanner {

    /** None of those that are looked for. */
    static final int OTHER = -1;
    /** The object has no more fields. */
    static final int END = -2;

    /** Longer texts are cut: no name or message anybody reads is as long. */
    static final int LONGEST = 8 << 10;

    private final JsonTokens tokens;
    /** Whether a container was entered and nothing in it was read yet. */
    private boolean fresh;
    private Ahead ahead = Ahead.UNKNOWN;

    /** What is known of the value the scanner stands before. */
    private enum Ahead {
        UNKNOWN,
        /** It was taken already, and was null. */
        NOTHING,
        /** It was taken already. */
        TAKEN,
        CONTAINER
    }

    JsonScanner(InputStream stream) {
        tokens = new JsonTokens(stream);
    }

    /** Whether nothing but white space is left. */
    boolean exhausted() throws IOException {
        return tokens.next() < 0;
    }

    /** Enters an object; false when the value is something else, which is then skipped. */
    boolean object() throws IOException {
        return enter('{');
    }

    /** Enters a list; false when the value is something else, which is then skipped. */
    boolean array() throws IOException {
        return enter('[');
    }

    private boolean enter(char bracket) throws IOException {
        if (ahead() == Ahead.CONTAINER) {
            if (tokens.next() == bracket) {
                tokens.advance();
                fresh = true;
                return true;
            }
            tokens.skip();
        }
        fresh = false;
        return false;
    }

    /**
     * The next field of the object that was entered, of those looked for: its number among them, or {@link #END}. The
     * scanner then stands before its value.
     *
     * <p>A value that is no container is taken at once, so that the compiler makes the taking of tokens here, and not
     * again for each of the many fields that are read: that would take longer than to read a fleet.
     */
    int field(FieldTable fields) throws IOException {
        while (named()) {
            int field = find(fields);
            colon();
            if (field != OTHER) {
                ahead = take();
                return field;
            }
            tokens.skip();
        }
        return END;
    }

    /** The name of the next field of the object that was entered, null after the last. */
    @Nullable
    String field(StringPool strings) throws IOException {
        if (!named()) {
            return null;
        }
        var name = shared(strings);
        colon();
        ahead = take();
        return name;
    }

    /** How far the stream was read. */
    long place() {
        return tokens.place();
    }

    /** The bytes from a place on; none if they are no longer all there. */
    byte[] since(long place) {
        return tokens.since(place);
    }

    /** Passes over a container that is, byte for byte, a certain one; false if it is not, or may not be. */
    boolean pass(byte[] container) {
        if (ahead != Ahead.CONTAINER || !tokens.pass(container)) {
            return false;
        }
        ahead = Ahead.UNKNOWN;
        fresh = false;
        return true;
    }

    /** Whether the list that was entered has another element; the scanner then stands before it. */
    boolean element() throws IOException {
        if (!another(']')) {
            return false;
        }
        ahead = take();
        return true;
    }

    /** A value as text; empty when there is none. */
    String text() throws IOException {
        return value() ? spelled() : "";
    }

    /** A text that will come again: the same object every time. */
    String text(StringPool strings) throws IOException {
        return value() ? shared(strings) : "";
    }

    /** Which of some texts a value is; {@link #OTHER} when it is none of them. */
    int choice(FieldTable texts) throws IOException {
        return value() ? find(texts) : OTHER;
    }

    boolean flag() throws IOException {
        return value() && spelled().equals("true");
    }

    /** A whole number; what does not fit is the largest or smallest that does, what is no number is zero. */
    int number() throws IOException {
        return value() ? JsonNumbers.integer(spelled()) : 0;
    }

    /**
     * Reads a string, a number or a flag. False when the value is null or a container, which is then skipped. What was
     * read is in {@link #bytes} and {@link #spelled} until something else is read.
     */
    boolean value() throws IOException {
        var value = ahead();
        fresh = false;
        if (value == Ahead.CONTAINER) {
            tokens.skip();
        }
        return value == Ahead.TAKEN;
    }

    /** What the scanner stands before. */
    private Ahead ahead() throws IOException {
        var value = ahead == Ahead.UNKNOWN ? take() : ahead;
        ahead = Ahead.UNKNOWN;
        return value;
    }

    private Ahead take() throws IOException {
        int b = tokens.next();
        switch (b) {
            case '"' -> tokens.string();
            case '{', '[' -> {
                return Ahead.CONTAINER;
            }
            case 'n' -> {
                tokens.bare();
                return Ahead.NOTHING;
            }
            default -> tokens.bare();
        }
        return Ahead.TAKEN;
    }

    /** The bytes of the token read last. False when it is not plain, and {@link #spelled} must be asked. */
    boolean plain() {
        return tokens.decoded() == null;
    }

    byte[] bytes() {
        return tokens.bytes();
    }

    int from() {
        return tokens.from();
    }

    int to() {
        return tokens.to();
    }

    /** The token read last. */
    String spelled() {
        return tokens.spelled();
    }

    /** Passes over a value. */
    void skip() throws IOException {
        value();
    }

    private String shared(StringPool strings) {
        var decoded = tokens.decoded();
        return decoded == null ? strings.of(bytes(), from(), to(), tokens.print()) : strings.of(decoded);
    }

    private int find(FieldTable fields) {
        var decoded = tokens.decoded();
        return decoded == null ? fields.find(tokens.print()) : fields.find(decoded);
    }

    private boolean named() throws IOException {
        if (!another('}')) {
            return false;
        }
        if (tokens.next() != '"') {
            throw new MalformedJsonException("a field without a name");
        }
        tokens.string();
        return true;
    }

    private boolean another(char bracket) throws IOException {
        int b = tokens.next();
        if (b == bracket) {
            tokens.advance();
            fresh = false;
            return false;
        }
        if (!fresh) {
            if (b != ',') {
                throw new MalformedJsonException(b < 0 ? "an early end" : "no comma where there should be one");
            }
            tokens.advance();
        }
        fresh = false;
        return true;
    }

    private void colon() throws IOException {
        if (tokens.next() != ':') {
            throw new MalformedJsonException("a field without a value");
        }
        tokens.advance();
    }
}
