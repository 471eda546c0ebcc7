package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON from a stream of bytes, forwards only. What is skipped is looked at byte by byte and never becomes an
 * object; what is kept is handed out as it is asked for. A value of another type than the one asked for is skipped,
 * counts as absent, and is noted with where it stands ({@link #misfit}).
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

    /** Deeper than what is entered of any object. */
    private static final int DEEPEST = 64;
    /** The place in an open container: that of a name that nobody listed, or before the first element of a list. */
    private static final int NAMED = -1;
    private static final int BEFORE_FIRST = Integer.MIN_VALUE;

    private final JsonTokens tokens;
    /** Where the scanner stands in each container that is open: a field or the number of an element. */
    private final int[] places = new int[DEEPEST];
    private int depth;
    private String name = "";
    /** How many containers are open around the object that is read. */
    private int outside;
    private @Nullable String misfit;
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

    /** Begins to note what does not fit in the value that comes next, and forgets what did not fit before. */
    void begin() {
        outside = depth;
        misfit = null;
    }

    /** Returns the first value since {@link #begin} that did not fit, e.g. {@code spec is not an object}; null when all did. */
    @Nullable
    String misfit() {
        return misfit;
    }

    /** Notes that the value read last is not what it should be. */
    void mismatch(String expected) {
        if (misfit == null) {
            misfit = where() + " is not " + expected;
        }
    }

    /** Passes over an element of a list, or a field of a mapping, that has more than are kept. */
    void surplus(int most) throws IOException {
        if (misfit == null) {
            depth--;
            misfit = "%s has more than %d entries".formatted(where(), most);
            depth++;
        }
        skip();
    }

    private String where() {
        var path = new StringBuilder();
        for (int at = outside + 1; at <= depth; at++) {
            int place = places[at];
            if (place == NAMED) {
                path.append('.').append(at == depth ? name : "*");
            } else if (place < 0) {
                path.append('[').append(place - BEFORE_FIRST - 1).append(']');
            } else {
                path.append('.').append(FieldTable.nameOf(place));
            }
        }
        return path.isEmpty() ? "it" : path.substring(path.charAt(0) == '.' ? 1 : 0);
    }

    /** Enters an object; false when the value is something else, which is then skipped. */
    boolean object() throws IOException {
        return enter('{', 0);
    }

    /** Enters a list; false when the value is something else, which is then skipped. */
    boolean array() throws IOException {
        return enter('[', BEFORE_FIRST);
    }

    private boolean enter(char bracket, int place) throws IOException {
        var value = ahead();
        if (value == Ahead.CONTAINER && tokens.next() == bracket && depth < DEEPEST - 1) {
            tokens.advance();
            fresh = true;
            places[++depth] = place;
            return true;
        }
        fresh = false;
        refuse(value, bracket);
        return false;
    }

    /** Nothing may stand for an object or a list, but not for an element of a list. */
    private void refuse(Ahead value, char bracket) throws IOException {
        if (value == Ahead.CONTAINER && tokens.next() == bracket) {
            mismatch("read: it is nested too deeply");
        } else if (value != Ahead.NOTHING || places[depth] < NAMED) {
            mismatch(bracket == '{' ? "an object" : "a list");
        }
        if (value == Ahead.CONTAINER) {
            tokens.skip();
        }
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
                places[depth] = fields.place(field);
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
        name = shared(strings);
        places[depth] = NAMED;
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
        places[depth]++;
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
        if (!value()) {
            return false;
        }
        var word = spelled();
        if (!word.equals("true") && !word.equals("false")) {
            mismatch("true or false");
        }
        return word.equals("true");
    }

    /** A whole number; what does not fit is the largest or smallest that does, what is no number is zero. */
    int number() throws IOException {
        if (!value()) {
            return 0;
        }
        var digits = spelled();
        int number = JsonNumbers.integer(digits);
        if (number == 0 && !JsonNumbers.number(digits)) {
            mismatch("a number");
        }
        return number;
    }

    /**
     * Reads a string, a number or a flag. False when the value is null or a container, which is then skipped. What was
     * read is in {@link #bytes} and {@link #spelled} until something else is read.
     */
    boolean value() throws IOException {
        var value = ahead();
        fresh = false;
        if (value == Ahead.CONTAINER) {
            mismatch("a single value");
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
        if (ahead() == Ahead.CONTAINER) {
            tokens.skip();
        }
        fresh = false;
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
            depth--;
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
