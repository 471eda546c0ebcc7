package tessera.cluster.decode;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.DecodeReason.ExpectedValue;
import tessera.cluster.decode.DecodeReason.JsonFault;

/**
 * A forward-only reader of JSON from a stream of bytes. What is skipped is looked at byte by byte and never becomes an
 * object; what is kept is handed out as it is asked for. A value of another type than the one asked for is skipped,
 * counts as absent, and is noted with where it stands ({@link #misfit}).
 *
 * <p>Skipped parts are checked for their nesting alone, so some of what is not JSON passes; bytes that end too early
 * never do. Not safe for use by several threads.
 */
final class JsonScanner {

    /** The object has no more fields. */
    static final int END = -2;

    /** Deeper than what is entered of any object. */
    private static final int DEEPEST = 64;
    /** The place in an open container: that of a name that nobody listed, or before the first element of a list. */
    private static final int NAMED = -1;
    private static final int BEFORE_FIRST = Integer.MIN_VALUE;

    private final JsonTokenizer tokens;
    /** Where the scanner stands in each container that is open: a field or the number of an element. */
    private final int[] positions = new int[DEEPEST];
    private int depth;
    private String name = "";
    /** How many containers are open around the object that is read. */
    private int outside;
    private @Nullable DecodeReason misfit;
    /** Whether a container was entered and nothing in it was read yet. */
    private boolean atContainerStart;
    private NextValueKind nextValueKind = NextValueKind.UNKNOWN;

    /** The kind of value the scanner stands before, as far as it is known. */
    private enum NextValueKind {
        UNKNOWN,
        /** It was taken already, and was null. */
        NOTHING,
        /** It was taken already. */
        TAKEN,
        CONTAINER
    }

    JsonScanner(InputStream stream) {
        tokens = new JsonTokenizer(stream);
    }

    /** Returns whether nothing but white space is left. */
    boolean isExhausted() throws IOException {
        return tokens.peekByte() < 0;
    }

    /** Begins to note what does not fit in the value that comes next, and forgets what did not fit before. */
    void begin() {
        outside = depth;
        misfit = null;
    }

    /** Returns the first value since {@link #begin} that did not fit, e.g. {@code spec is not an object}; null when all did. */
    @Nullable
    DecodeReason misfit() {
        return misfit;
    }

    /** Notes that the value read last is not what it should be. */
    void mismatch(ExpectedValue expected) {
        if (misfit == null) {
            misfit = new DecodeReason.ValueMismatch(where(), expected);
        }
    }

    /** Passes over an element of a list, or a field of a mapping, that has more than are kept. */
    void surplus(int maximum) throws IOException {
        if (misfit == null) {
            depth--;
            misfit = new DecodeReason.TooManyEntries(where(), maximum);
            depth++;
        }
        skipValue();
    }

    private String where() {
        var path = new StringBuilder();
        for (int at = outside + 1; at <= depth; at++) {
            int position = positions[at];
            if (position == NAMED) {
                path.append('.').append(at == depth ? name : "*");
            } else if (position < 0) {
                path.append('[').append(position - BEFORE_FIRST - 1).append(']');
            } else {
                path.append('.').append(JsonFieldNameTable.nameOf(position));
            }
        }
        return path.substring(!path.isEmpty() && path.charAt(0) == '.' ? 1 : 0);
    }

    /** Enters an object; false when the value is something else, which is then skipped. */
    boolean enterObject() throws IOException {
        return enter('{', 0);
    }

    /** Enters a list; false when the value is something else, which is then skipped. */
    boolean enterArray() throws IOException {
        return enter('[', BEFORE_FIRST);
    }

    private boolean enter(char bracket, int position) throws IOException {
        var value = takeAhead();
        if (value == NextValueKind.CONTAINER && tokens.peekByte() == bracket && depth < DEEPEST - 1) {
            tokens.advance();
            atContainerStart = true;
            positions[++depth] = position;
            return true;
        }
        atContainerStart = false;
        refuse(value, bracket);
        return false;
    }

    /** Nothing may stand for an object or a list, but not for an element of a list. */
    private void refuse(NextValueKind value, char bracket) throws IOException {
        if (value == NextValueKind.CONTAINER && tokens.peekByte() == bracket) {
            mismatch(ExpectedValue.SHALLOW);
        } else if (value != NextValueKind.NOTHING || positions[depth] < NAMED) {
            mismatch(bracket == '{' ? ExpectedValue.OBJECT : ExpectedValue.LIST);
        }
        if (value == NextValueKind.CONTAINER) {
            tokens.skipValue();
        }
    }

    /**
     * Returns the number of the next of the fields looked for in the entered object, or {@link #END}. The
     * scanner then stands before its value.
     *
     * <p>A value that is no container is taken at once, so that the compiler makes the taking of tokens here, and not
     * again for each of the many fields that are read: that would take longer than to read a fleet.
     */
    int nextField(JsonFieldNameTable fields) throws IOException {
        while (nextName()) {
            int field = findField(fields);
            expectColon();
            if (field != JsonFieldNameTable.OTHER) {
                positions[depth] = fields.place(field);
                nextValueKind = takeToken();
                return field;
            }
            tokens.skipValue();
        }
        return END;
    }

    /** Returns the name of the next field of the entered object, null after the last. */
    @Nullable
    String nextFieldName(StringPool strings) throws IOException {
        if (!nextName()) {
            return null;
        }
        name = pooledText(strings);
        positions[depth] = NAMED;
        expectColon();
        nextValueKind = takeToken();
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
        if (nextValueKind != NextValueKind.CONTAINER || !tokens.pass(container)) {
            return false;
        }
        nextValueKind = NextValueKind.UNKNOWN;
        atContainerStart = false;
        return true;
    }

    /** Returns whether the entered list has another element; the scanner then stands before it. */
    boolean nextElement() throws IOException {
        if (!hasAnother(']')) {
            return false;
        }
        positions[depth]++;
        nextValueKind = takeToken();
        return true;
    }

    /** Returns a value as text; empty when there is none. */
    String readText() throws IOException {
        return readValue() ? tokenText() : "";
    }

    /** Returns a text that will come again as the same object every time. */
    String readText(StringPool strings) throws IOException {
        return readValue() ? pooledText(strings) : "";
    }

    /** Returns the number of a value among some texts; {@link JsonFieldNameTable#OTHER} when it is none of them. */
    int readChoice(JsonFieldNameTable texts) throws IOException {
        return readValue() ? findField(texts) : JsonFieldNameTable.OTHER;
    }

    boolean readFlag() throws IOException {
        if (!readValue()) {
            return false;
        }
        var word = tokenText();
        if (!word.equals("true") && !word.equals("false")) {
            mismatch(ExpectedValue.BOOLEAN);
        }
        return word.equals("true");
    }

    /** Returns a whole number; clamps what does not fit, and returns zero for what is no number. */
    int readNumber() throws IOException {
        if (!readValue()) {
            return 0;
        }
        var digits = tokenText();
        int number = JsonNumberParser.parseInteger(digits);
        if (number == 0 && !JsonNumberParser.number(digits)) {
            mismatch(ExpectedValue.NUMBER);
        }
        return number;
    }

    /**
     * Reads a string, a number or a flag. False when the value is null or a container, which is then skipped. What was
     * read is in {@link #bytes} and {@link #tokenText} until something else is read.
     */
    boolean readValue() throws IOException {
        var value = takeAhead();
        atContainerStart = false;
        if (value == NextValueKind.CONTAINER) {
            mismatch(ExpectedValue.SCALAR);
            tokens.skipValue();
        }
        return value == NextValueKind.TAKEN;
    }

    /** Returns the kind of value the scanner stands before. */
    private NextValueKind takeAhead() throws IOException {
        var value = nextValueKind == NextValueKind.UNKNOWN ? takeToken() : nextValueKind;
        nextValueKind = NextValueKind.UNKNOWN;
        return value;
    }

    private NextValueKind takeToken() throws IOException {
        int b = tokens.peekByte();
        switch (b) {
            case '"' -> tokens.takeString();
            case '{', '[' -> {
                return NextValueKind.CONTAINER;
            }
            case 'n' -> {
                tokens.takeBare();
                return NextValueKind.NOTHING;
            }
            default -> tokens.takeBare();
        }
        return NextValueKind.TAKEN;
    }

    /** Returns whether the token read last is plain bytes. False when it is not plain, and {@link #tokenText} must be asked. */
    boolean isPlain() {
        return tokens.decodedText() == null;
    }

    byte[] bytes() {
        return tokens.bytes();
    }

    int tokenStart() {
        return tokens.tokenStart();
    }

    int tokenEnd() {
        return tokens.tokenEnd();
    }

    /** Returns the token read last as text. */
    String tokenText() {
        return tokens.tokenText();
    }

    /** Passes over a value. */
    void skipValue() throws IOException {
        if (takeAhead() == NextValueKind.CONTAINER) {
            tokens.skipValue();
        }
        atContainerStart = false;
    }

    private String pooledText(StringPool strings) {
        var decoded = tokens.decodedText();
        if (decoded == null) {
            return strings.intern(bytes(), tokenStart(), tokenEnd(), tokens.fingerprint());
        }
        return strings.intern(decoded);
    }

    private int findField(JsonFieldNameTable fields) {
        var decoded = tokens.decodedText();
        if (decoded == null) {
            return fields.find(tokens.fingerprint());
        }
        return fields.find(decoded);
    }

    private boolean nextName() throws IOException {
        if (!hasAnother('}')) {
            return false;
        }
        if (tokens.peekByte() != '"') {
            throw new MalformedJsonException(JsonFault.FIELD_WITHOUT_NAME);
        }
        tokens.takeString();
        return true;
    }

    private boolean hasAnother(char bracket) throws IOException {
        int b = tokens.peekByte();
        if (b == bracket) {
            tokens.advance();
            atContainerStart = false;
            depth--;
            return false;
        }
        if (!atContainerStart) {
            if (b != ',') {
                throw new MalformedJsonException(b < 0 ? JsonFault.EARLY_END : JsonFault.COMMA_MISSING);
            }
            tokens.advance();
        }
        atContainerStart = false;
        return true;
    }

    private void expectColon() throws IOException {
        if (tokens.peekByte() != ':') {
            throw new MalformedJsonException(JsonFault.FIELD_WITHOUT_VALUE);
        }
        tokens.advance();
    }
}
