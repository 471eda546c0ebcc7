package tessera.lint.promql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A regular expression of Go (RE2), which has neither lookaround nor backreferences. */
final class GoRegexValidator {

    private static final Pattern GROUP = Pattern.compile("\\((?:\\?(?:P?<[A-Za-z_]\\w*>|[imsU-]*:))?+(?!\\?)");
    private static final Pattern FLAGS = Pattern.compile("\\(\\?[imsU]*(?:-[imsU]+)?\\)");
    private static final Pattern CLASS = Pattern.compile("\\[\\^?]?(?:\\[:\\^?\\w+:]|\\\\.|[^]\\\\])*+]",
            Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile(
            "\\\\(?:[pP](?:\\{\\^?\\w+}|\\w)|x\\{[0-9A-Fa-f]+}|x[0-9A-Fa-f]{2}|0[0-7]{0,2}|[^0-9pPxQ])",
            Pattern.DOTALL);
    private static final Pattern QUOTE = Pattern.compile("\\\\Q(?:(?!\\\\E).)*+(?:\\\\E)?", Pattern.DOTALL);
    private static final Pattern REPEAT = Pattern.compile("(?:[*+?]|\\{\\d+(?:,\\d*)?})\\??");
    private static final String LETTERS = "aftnrvdDsSwWbBAzC";

    private final String text;
    private int at;
    private int open;
    private boolean repeatable;

    private GoRegexValidator(String text) {
        this.text = text;
    }

    /** Returns the reason for which Go rejects it; empty if it is valid. */
    static Optional<GoRegexReason> findError(String text) {
        return new GoRegexValidator(text).findError();
    }

    private Optional<GoRegexReason> findError() {
        while (at < text.length()) {
            var fault = checkNext();
            if (fault.isPresent()) {
                return fault;
            }
        }
        if (open > 0) {
            return Optional.of(new GoRegexReason.UnclosedRegexPart("("));
        }
        return Optional.empty();
    }

    private Optional<GoRegexReason> checkNext() {
        var repeat = REPEAT.matcher(text).region(at, text.length());
        if (repeat.lookingAt()) {
            boolean again = repeatable;
            consume(repeat, false);
            if (again) {
                return Optional.empty();
            }
            return Optional.of(new GoRegexReason.NothingToRepeat(repeat.group()));
        }
        return switch (text.charAt(at)) {
            case '(' -> checkGroup();
            case ')' -> {
                at++;
                open--;
                repeatable = true;
                yield open < 0 ? Optional.of(new GoRegexReason.UnopenedGroup()) : Optional.empty();
            }
            case '[' -> requirePattern(CLASS, new GoRegexReason.UnclosedRegexPart("["));
            case '\\' -> checkEscape();
            default -> {
                repeatable = text.charAt(at) != '|';
                at++;
                yield Optional.empty();
            }
        };
    }

    private Optional<GoRegexReason> checkGroup() {
        var flags = FLAGS.matcher(text).region(at, text.length());
        var group = GROUP.matcher(text).region(at, text.length());
        if (flags.lookingAt()) {
            consume(flags, false);
            return Optional.empty();
        }
        if (!group.lookingAt()) {
            return Optional.of(new GoRegexReason.UnsupportedGroup(text.substring(at, Math.min(text.length(), at + 4))));
        }
        consume(group, false);
        open++;
        return Optional.empty();
    }

    private Optional<GoRegexReason> checkEscape() {
        var quote = QUOTE.matcher(text).region(at, text.length());
        if (quote.lookingAt()) {
            consume(quote, true);
            return Optional.empty();
        }
        char letter = at + 1 < text.length() ? text.charAt(at + 1) : '0';
        boolean known = !Character.isLetterOrDigit(letter) || LETTERS.indexOf(letter) >= 0
                || "pPx0".indexOf(letter) >= 0;
        var reason = at + 1 < text.length() ? new GoRegexReason.UnsupportedEscape(String.valueOf(letter))
                : new GoRegexReason.TrailingBackslash();
        if (known) {
            return requirePattern(ESCAPE, reason);
        }
        return Optional.of(reason);
    }

    private Optional<GoRegexReason> requirePattern(Pattern pattern, GoRegexReason otherwise) {
        var matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return Optional.of(otherwise);
        }
        consume(matcher, true);
        return Optional.empty();
    }

    private void consume(Matcher matcher, boolean atom) {
        at = matcher.end();
        repeatable = atom;
    }
}
