package tessera.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.MessageCatalog;

/** A search pattern for log lines. It comes to an end on every line, whatever the expression and whatever the line. */
public final class LogSearchPattern {

    private static final int MOST_FOUND = 500;

    private final Pattern pattern;

    private LogSearchPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** A matching part of a line; the end is exclusive. */
    public record PatternMatch(int start, int end) {}

    /** Thrown for an invalid regular expression. */
    public static final class InvalidPatternException extends IllegalArgumentException {

        private static final long serialVersionUID = 1;
        private static final int MOST_SHOWN = 16;

        private final String reason;

        InvalidPatternException(String expression, PatternSyntaxException why) {
            this(expression, reasonText(expression, why), why);
        }

        private InvalidPatternException(String expression, String reason, PatternSyntaxException why) {
            super(MessageCatalog.of(LogSearchPattern.class).text("pattern.invalid", expression, reason), why);
            this.reason = reason;
        }

        /** Returns the error and its place, worded to follow a colon, e.g. “unclosed group after “(a””. */
        public String reasonText() {
            return reason;
        }

        private static String reasonText(String expression, PatternSyntaxException why) {
            var text = why.getDescription();
            int at = Math.clamp(why.getIndex(), 0, expression.length());
            var read = at > MOST_SHOWN ? "…" + expression.substring(at - MOST_SHOWN, at) : expression.substring(0, at);
            return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1)
                    + (read.isEmpty() ? "" : " after “" + read + "”");
        }
    }

    /**
     * Parses user input: words regardless of case, or a regular expression between slashes.
     *
     * @throws InvalidPatternException when the expression is none
     */
    public static LogSearchPattern fromInput(String text) {
        if (text.length() > 2 && text.startsWith("/") && text.endsWith("/")) {
            return fromExpression(text.substring(1, text.length() - 1));
        }
        return new LogSearchPattern(
                Pattern.compile(text, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
    }

    /**
     * Compiles a regular expression.
     *
     * @throws InvalidPatternException when it is none
     */
    public static LogSearchPattern fromExpression(String expression) {
        try {
            return new LogSearchPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw new InvalidPatternException(expression, e);
        }
    }

    /** Returns whether a line contains a match; a line that takes too long does not. */
    public boolean matchesLine(String line) {
        try {
            return matcherFor(line).find();
        } catch (ReadLimitedCharSequence.ReadLimitException | StackOverflowError _) {
            return false;
        }
    }

    /** Returns the matches within a line. */
    public List<PatternMatch> findMatches(String line) {
        var found = new ArrayList<PatternMatch>();
        try {
            var matcher = matcherFor(line);
            while (found.size() < MOST_FOUND && matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    found.add(new PatternMatch(matcher.start(), matcher.end()));
                }
            }
        } catch (ReadLimitedCharSequence.ReadLimitException | StackOverflowError _) {
            return found;
        }
        return found;
    }

    private Matcher matcherFor(String line) {
        return pattern.matcher(ReadLimitedCharSequence.of(line));
    }
}
