package tessera.logs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tessera.model.BoundedCharSequence;

/** What is sought in lines. It comes to an end on every line, whatever the expression and whatever the line. */
public final class LogPattern {

    private static final int MOST_FOUND = 500;

    private final Pattern pattern;

    private LogPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** A part of a line, from one place to before another. */
    public record PatternMatch(int start, int end) {}

    /** Thrown for what is no regular expression. */
    public static final class NoExpression extends IllegalArgumentException {

        private static final long serialVersionUID = 1;
        private static final int MOST_SHOWN = 16;

        private final String reason;

        NoExpression(String expression, PatternSyntaxException why) {
            this(expression, reason(expression, why), why);
        }

        private NoExpression(String expression, String reason, PatternSyntaxException why) {
            super("“" + expression + "” is no regular expression: " + reason, why);
            this.reason = reason;
        }

        /** What is wrong with it and where, to be read behind a colon, e.g. “unclosed group after “(a””. */
        public String reason() {
            return reason;
        }

        private static String reason(String expression, PatternSyntaxException why) {
            var words = why.getDescription();
            int at = Math.clamp(why.getIndex(), 0, expression.length());
            var read = at > MOST_SHOWN ? "…" + expression.substring(at - MOST_SHOWN, at) : expression.substring(0, at);
            return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1)
                    + (read.isEmpty() ? "" : " after “" + read + "”");
        }
    }

    /**
     * As people type it: words whatever their case, or a regular expression between slashes.
     *
     * @throws NoExpression when the expression is none
     */
    public static LogPattern typed(String text) {
        return text.length() > 2 && text.startsWith("/") && text.endsWith("/")
                ? expression(text.substring(1, text.length() - 1))
                : new LogPattern(Pattern.compile(text,
                        Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
    }

    /**
     * A regular expression.
     *
     * @throws NoExpression when it is none
     */
    public static LogPattern expression(String expression) {
        try {
            return new LogPattern(Pattern.compile(expression));
        } catch (PatternSyntaxException e) {
            throw new NoExpression(expression, e);
        }
    }

    /** Whether a line has it; one that takes too long has not. */
    public boolean in(String line) {
        try {
            return matcher(line).find();
        } catch (BoundedCharSequence.ReadLimitException | StackOverflowError _) {
            return false;
        }
    }

    /** Where a line has it. */
    public List<PatternMatch> all(String line) {
        var found = new ArrayList<PatternMatch>();
        try {
            var matcher = matcher(line);
            while (found.size() < MOST_FOUND && matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    found.add(new PatternMatch(matcher.start(), matcher.end()));
                }
            }
        } catch (BoundedCharSequence.ReadLimitException | StackOverflowError _) {
            return found;
        }
        return found;
    }

    private Matcher matcher(String line) {
        return pattern.matcher(BoundedCharSequence.of(line));
    }
}
