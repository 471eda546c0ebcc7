package tessera.cel;

import java.io.Serial;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The supported part of RE2, where it means the same in Java: characters, classes, their repetitions, and groups that are not repeated. What goes beyond that is not known, and neither is what takes too long.
 */
final class CelRe2Pattern {

    private static final String ESCAPED = "\\\\[-.\\\\+*?()|\\[\\]{}^$/]";
    private static final String MEMBER = "(?:[^-\\[\\]\\\\&^]|" + ESCAPED + ")";
    private static final String CLASS = "\\[\\^?+-?+(?:\\\\[dw]|" + MEMBER + "(?:-" + MEMBER + ")?+)++-?+\\]";
    /** One character, however it is said, and how often; or what parts the expression. */
    private static final Pattern PART = Pattern.compile("(?:[^-.\\\\+*?()|\\[\\]{}^$]|[-.]|" + ESCAPED
            + "|\\\\[dwDW]|" + CLASS + ")(?:(?:[*+?]|\\{\\d{1,3}(?:,(?:\\d{1,3})?+)?+\\})\\??+)?+"
            + "|\\((?:\\?:)?+|\\)\\??+|[|^$]");
    private static final int LONGEST = 1_000;
    private static final int MOST_LOOKS = 200_000;

    private CelRe2Pattern() {}

    static boolean isFoundIn(String text, String expression) throws CelException {
        var pattern = toPattern(expression);
        if (text.length() > LONGEST) {
            throw unsupported(expression);
        }
        try {
            return pattern.matcher(new StepLimitedRegexInput(text, 0, text.length(), new AtomicInteger())).find();
        } catch (RegexStepLimitException _) {
            throw unsupported(expression);
        }
    }

    private static Pattern toPattern(String expression) throws CelException {
        if (expression.length() > LONGEST) {
            throw unsupported(expression);
        }
        var here = new StringBuilder();
        var part = PART.matcher(expression);
        for (int at = 0; at < expression.length(); at = part.end()) {
            if (!part.region(at, expression.length()).lookingAt()) {
                throw unsupported(expression);
            }
            // Of the end of a text there is but one in RE2: a line that ends before it is none.
            here.append(part.group().equals("$") ? "\\z" : part.group());
        }
        try {
            return Pattern.compile(here.toString(), Pattern.UNIX_LINES);
        } catch (PatternSyntaxException e) {
            throw new CelException("error parsing regexp: " + e.getDescription());
        }
    }

    private static CelException unsupported(String expression) {
        return new CelException("what “%s” matches is not known here".formatted(expression), true);
    }

    private static final class RegexStepLimitException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;
    }

    /** A text that a matcher may read only a limited number of times. */
    private record StepLimitedRegexInput(String text, int from, int to, AtomicInteger steps) implements CharSequence {

        @Override
        public char charAt(int index) {
            if (steps.incrementAndGet() > MOST_LOOKS) {
                throw new RegexStepLimitException();
            }
            return text.charAt(from + index);
        }

        @Override
        public int length() {
            return to - from;
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new StepLimitedRegexInput(text, from + start, from + end, steps);
        }

        @Override
        public String toString() {
            return text.substring(from, to);
        }
    }
}
