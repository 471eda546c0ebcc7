package tessera.model;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A text that a regular expression may read only a limited number of times, so that every match attempt ends. One thread.
 */
public final class ReadLimitedCharSequence implements CharSequence {

    /** How often a character may be looked at before the text is given up, for each of its characters and at all. */
    private static final int LOOKS_EACH = 200;
    private static final int LOOKS = 20_000;

    /** Of what others wrote, so much is read. */
    private static final int LONGEST = 8_000;

    private final String text;
    private long remaining;

    private ReadLimitedCharSequence(String text) {
        this.text = text;
        this.remaining = LOOKS + (long) text.length() * LOOKS_EACH;
    }

    /** Thrown when the text was read too often. */
    public static final class ReadLimitException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ReadLimitException() {
            super("", null, false, false);
        }
    }

    public static ReadLimitedCharSequence of(String text) {
        return new ReadLimitedCharSequence(text);
    }

    /**
     * Returns the first match of a pattern in a text, as far as it is read; empty without one, and where matching takes too long.
     */
    public static Optional<MatchResult> findMatch(Pattern pattern, String text) {
        try {
            var matcher = pattern.matcher(of(text.length() > LONGEST ? text.substring(0, LONGEST) : text));
            if (matcher.find()) {
                return Optional.of(matcher.toMatchResult());
            }
            return Optional.empty();
        } catch (ReadLimitException | StackOverflowError _) {
            return Optional.empty();
        }
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (remaining-- <= 0) {
            throw new ReadLimitException();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
