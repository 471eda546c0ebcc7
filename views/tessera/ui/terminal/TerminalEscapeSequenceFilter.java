package tessera.ui.terminal;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Limits the escape sequences that a container writes to those that are meaningful on a screen. A terminal would insert two thousand million
 * lines if told to, or wait for the end of a title that never ends, and the window would stand still meanwhile. One thread at a time.
 */
final class TerminalEscapeSequenceFilter {

    /** More than any screen has rows or columns. */
    private static final int MOST = 999;
    /** Numbers that count nothing: modes, colours, what is asked for. */
    private static final String NAMING = "hlmnc";
    private static final int MOST_NAMED = 99_999;
    private static final int LONGEST_SEQUENCE = 256;
    private static final int LONGEST_STRING = 4096;

    private static final char ESCAPE = '\u001b';
    private static final String BELL = "\u0007";
    /** What ends a string, apart from two characters. */
    private static final String ENDS = BELL + '\u009c';
    private static final char COMMAND = '\u009d';

    private final StringBuilder sequence = new StringBuilder();
    private EscapeParserState state = EscapeParserState.TEXT;
    private int length;
    /** Whether the terminal knows what to do with such a string; others it would print. */
    private boolean supported;

    private enum EscapeParserState {
        TEXT,
        ESCAPED,
        /** After {@code ESC [}, until the letter that says what it is about. */
        SEQUENCE,
        /** In a title or the like. */
        STRING,
        STRING_ESCAPED
    }

    /** Takes the next output, and passes on the part that a terminal shall read. */
    void pass(char[] written, int from, int count, StringBuilder on) {
        for (int at = from; at < from + count; at++) {
            passCharacter(written[at], on);
        }
    }

    private void passCharacter(char next, StringBuilder on) {
        switch (state) {
            case TEXT -> passText(next, on);
            case ESCAPED -> passEscaped(next, on);
            case SEQUENCE -> passSequence(next, on);
            case STRING -> passString(next, on);
            case STRING_ESCAPED -> {
                if (next == '\\') {
                    endString("\u001b\\", on);
                } else {
                    endString(BELL, on);
                    passEscaped(next, on);
                }
            }
        }
    }

    private void passText(char next, StringBuilder on) {
        if (next == ESCAPE) {
            state = EscapeParserState.ESCAPED;
            return;
        }
        on.append(next);
        if (next == COMMAND) {
            beginSequence(EscapeParserState.STRING);
            supported = true;
        }
    }

    private void passEscaped(char next, StringBuilder on) {
        switch (next) {
            case ESCAPE -> state = EscapeParserState.ESCAPED;
            case '[' -> beginSequence(EscapeParserState.SEQUENCE);
            case ']', 'P' -> {
                on.append(ESCAPE).append(next);
                beginSequence(EscapeParserState.STRING);
                supported = true;
            }
            case '_', '^', 'X' -> {
                beginSequence(EscapeParserState.STRING);
                supported = false;
            }
            default -> {
                on.append(ESCAPE).append(next);
                state = EscapeParserState.TEXT;
            }
        }
    }

    private void beginSequence(EscapeParserState begun) {
        state = begun;
        sequence.setLength(0);
        length = 0;
    }

    private void passSequence(char next, StringBuilder on) {
        if (next == ESCAPE) {
            state = EscapeParserState.ESCAPED;
        } else if (cancelsSequence(next)) {
            state = EscapeParserState.TEXT;
        } else if (next < ' ') {
            // What moves the cursor does so at once, also amid a sequence.
            on.append(next);
        } else if (next >= '@' && next <= '~') {
            state = EscapeParserState.TEXT;
            var limited = length <= LONGEST_SEQUENCE && isInterpretable(next) ? limitedSequence(next) : "";
            // Nothing at all would mean something else than what is left out.
            if (!limited.isEmpty() || length == 0) {
                on.append(ESCAPE).append('[').append(limited).append(next);
            }
        } else if (++length <= LONGEST_SEQUENCE && next < '@') {
            sequence.append(next);
        }
    }

    /** Returns whether the sequence is valid: the terminal prints unexpected characters between the numbers as text. */
    private boolean isInterpretable(char last) {
        boolean shape = last != 'q' || sequence.indexOf(" ") >= 0;
        return shape && sequence.chars().allMatch(each -> "0123456789;?>".indexOf(each) >= 0
                || (each == '!' && last == 'p') || (each == ' ' && last == 'q') || (each == ':' && last == 'm'));
    }

    private String limitedSequence(char last) {
        int maximum = NAMING.indexOf(last) < 0 ? MOST : MOST_NAMED;
        var limited = new StringBuilder();
        for (int at = 0; at < sequence.length(); at++) {
            char each = sequence.charAt(at);
            if (Character.isDigit(each)) {
                int number = 0;
                for (; at < sequence.length() && Character.isDigit(sequence.charAt(at)); at++) {
                    number = Math.min(maximum, number * 10 + sequence.charAt(at) - '0');
                }
                at--;
                limited.append(number);
            } else {
                limited.append(each);
            }
        }
        if (last == 'm') {
            return plainStyle(limited.toString());
        }
        return limited.toString();
    }

    /** Returns colours and underlines with colons in the form that the terminal knows. */
    private static String plainStyle(String style) {
        return Stream.of(style.split(";", -1))
                .map(part -> part.contains(":") ? plainParameters(List.of(part.split(":", -1))) : part)
                .filter(part -> !part.isEmpty() || !style.contains(":")).collect(Collectors.joining(";"));
    }

    private static String plainParameters(List<String> parts) {
        return switch (parts.getFirst()) {
            // Of six parts the third names a room of colours.
            case "38", "48" -> String.join(";", parts.size() < 6 ? parts
                    : Stream.concat(parts.stream().limit(2), parts.stream().skip(3).limit(3)).toList());
            case "4" -> parts.get(1).equals("0") ? "24" : "4";
            default -> "";
        };
    }

    private void passString(char next, StringBuilder on) {
        if (next == ESCAPE) {
            state = EscapeParserState.STRING_ESCAPED;
        } else if (cancelsSequence(next)) {
            endString(BELL, on);
        } else if (ENDS.indexOf(next) >= 0) {
            endString(String.valueOf(next), on);
        } else if (supported && ++length <= LONGEST_STRING) {
            on.append(next);
        }
    }

    private void endString(String end, StringBuilder on) {
        on.append(supported ? end : "");
        state = EscapeParserState.TEXT;
    }

    private static boolean cancelsSequence(char next) {
        return next == '\u0018' || next == '\u001a';
    }
}
