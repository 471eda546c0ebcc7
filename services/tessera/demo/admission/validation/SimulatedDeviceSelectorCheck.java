package tessera.demo.admission.validation;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A check of CEL device selectors for common mistakes, not for the whole language. Found are
 * fields that a device does not have, brackets that do not match, texts that do not end, and an empty expression.
 */
final class SimulatedDeviceSelectorCheck {

    private static final Set<String> FIELDS = Set.of("driver", "attributes", "capacity", "allowMultipleAllocations");
    private static final Map<Character, Character> BRACKETS = Map.of(')', '(', ']', '[', '}', '{');
    private static final Pattern FIELD = Pattern.compile("(?<![\\w.])device\\s*(\\.)\\s*(\\w+)");

    private SimulatedDeviceSelectorCheck() {}

    /** Returns the message of a real server's compiler, with the position; empty when no fault is found. */
    static Optional<String> faultMessage(String expression) {
        if (expression.isBlank()) {
            return Optional.of(faultAt(expression, expression.length(),
                    "Syntax error: mismatched input '<EOF>' expecting {"
                            + "'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES,"
                            + " IDENTIFIER}"));
        }
        var bare = new StringBuilder(expression);
        int open = blankTexts(bare);
        if (open >= 0) {
            return Optional.of(faultAt(expression, open, "Syntax error: token recognition error at: '%s'"
                    .formatted(expression.substring(open))));
        }
        var fields = FIELD.matcher(bare);
        while (fields.find()) {
            if (!FIELDS.contains(fields.group(2))) {
                return Optional.of(faultAt(expression, fields.start(1), "undefined field '" + fields.group(2) + "'"));
            }
        }
        return bracketFault(expression, bare);
    }

    /** Replaces quoted texts by blanks. Says where a text begins that does not end, -1 for nowhere. */
    private static int blankTexts(StringBuilder bare) {
        for (int i = 0; i < bare.length(); i++) {
            char quote = bare.charAt(i);
            if (quote != '\'' && quote != '"') {
                continue;
            }
            int end = i + 1;
            while (end < bare.length() && bare.charAt(end) != quote) {
                end += bare.charAt(end) == '\\' ? 2 : 1;
            }
            if (end >= bare.length()) {
                return i;
            }
            for (int inside = i; inside <= end; inside++) {
                bare.setCharAt(inside, ' ');
            }
            i = end;
        }
        return -1;
    }

    private static Optional<String> bracketFault(String expression, CharSequence bare) {
        var open = new ArrayDeque<Character>();
        for (int i = 0; i < bare.length(); i++) {
            char character = bare.charAt(i);
            if (BRACKETS.containsValue(character)) {
                open.push(character);
                continue;
            }
            var partner = BRACKETS.get(character);
            if (partner != null && !partner.equals(open.poll())) {
                return Optional
                        .of(faultAt(expression, i,
                                "Syntax error: extraneous input '" + character + "' expecting <EOF>"));
            }
        }
        return open.isEmpty() ? Optional.empty()
                : Optional.of(
                        faultAt(expression, expression.length(), "Syntax error: missing closing bracket at '<EOF>'"));
    }

    private static String faultAt(String expression, int position, String message) {
        return "ERROR: <input>:1:%d: %s\n | %s\n | %s^".formatted(position + 1, message, expression,
                ".".repeat(position));
    }
}
