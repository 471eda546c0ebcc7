package tessera.logs;

import java.util.ArrayList;
import java.util.List;
import tessera.model.ForeignTextSanitizer;

/**
 * A line as a terminal would show it: its plain text and its styled spans. Only colours and faces are taken from its
 * escape sequences; everything else they could ask of a terminal is left out, as are signs that reorder text.
 *
 * @param plain  without escape sequences
 * @param styled parts that are set off, in order
 */
public record AnsiText(String plain, List<StyledSpan> styled) {

    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';
    private static final char CSI = '\u009b';
    /** Nothing that anybody means to be obeyed is longer. */
    private static final int LONGEST = 4096;

    /** A styled part of the text; the end is exclusive. */
    public record StyledSpan(int start, int end, AnsiStyle style) {}

    public AnsiText {
        styled = List.copyOf(styled);
    }

    /** Returns the text without escape sequences. */
    public static String plainText(String raw) {
        return isPlain(raw) ? raw : parse(raw).plain();
    }

    private static boolean isPlain(String raw) {
        for (int at = 0; at < raw.length(); at++) {
            char sign = raw.charAt(at);
            if ((sign < ' ' && sign != '\t')
                    || (sign >= 0x7f && (sign < 0xa0 || ForeignTextSanitizer.isReordering(sign)))) {
                return false;
            }
        }
        return true;
    }

    public static AnsiText parse(String raw) {
        if (isPlain(raw)) {
            return new AnsiText(raw, List.of());
        }
        return new AnsiReader(raw).read();
    }

    /** Returns the text with colours and styles for a terminal, without any other control sequence. */
    public static String forTerminal(String raw) {
        var text = parse(raw);
        if (text.styled().isEmpty()) {
            return text.plain();
        }
        var out = new StringBuilder();
        int at = 0;
        for (var part : text.styled()) {
            out.append(text.plain(), at, part.start()).append(part.style().escapeSequence())
                    .append(text.plain(), part.start(), part.end()).append(ESCAPE).append("[0m");
            at = part.end();
        }
        return out.append(text.plain(), at, text.plain().length()).toString();
    }

    private static final class AnsiReader {

        private final String raw;
        private final StringBuilder plain = new StringBuilder();
        private final List<StyledSpan> styled = new ArrayList<>();
        private AnsiStyle style = AnsiStyle.PLAIN;
        /** Behind the last sign that is no carriage return. */
        private final int end;
        private int since;
        private int at;

        AnsiReader(String raw) {
            this.raw = raw;
            int last = raw.length();
            while (last > 0 && raw.charAt(last - 1) == '\r') {
                last--;
            }
            end = last;
        }

        AnsiText read() {
            while (at < raw.length()) {
                char sign = raw.charAt(at++);
                if (sign == ESCAPE) {
                    handleEscape();
                } else if (sign == CSI) {
                    handleControlSequence();
                } else if (sign == '\r') {
                    handleCarriageReturn();
                } else if (sign == '\t' || (sign >= ' ' && sign < 0x7f) || sign >= 0xa0) {
                    plain.append(ForeignTextSanitizer.isReordering(sign) ? ForeignTextSanitizer.REPLACEMENT : sign);
                }
            }
            closeSpan();
            return new AnsiText(plain.toString(), styled);
        }

        private void closeSpan() {
            if (!style.equals(AnsiStyle.PLAIN) && plain.length() > since) {
                styled.add(new StyledSpan(since, plain.length(), style));
            }
            since = plain.length();
        }

        /** Handles a carriage return: overwritten text is dropped; at the end of a line nothing follows. */
        private void handleCarriageReturn() {
            if (at < end) {
                plain.setLength(0);
                styled.clear();
                since = 0;
            }
        }

        private void handleEscape() {
            if (at >= raw.length()) {
                return;
            }
            char kind = raw.charAt(at++);
            switch (kind) {
                case '[' -> handleControlSequence();
                case ']', 'P', 'X', '^', '_' -> skipControlString();
                default -> {
                    // Those with a sign in between, such as the choice of a character set.
                    while (kind >= ' ' && kind <= '/' && at < raw.length()) {
                        kind = raw.charAt(at++);
                    }
                }
            }
        }

        private void handleControlSequence() {
            int start = at;
            while (at < raw.length() && at - start < LONGEST && raw.charAt(at) >= ' ' && raw.charAt(at) < '@') {
                at++;
            }
            if (at >= raw.length()) {
                return;
            }
            char last = raw.charAt(at);
            if (last >= '@' && last <= '~') {
                at++;
                if (last == 'm') {
                    closeSpan();
                    style = style.afterSequence(raw.substring(start, at - 1));
                }
            }
        }

        /** Skips a string for the terminal itself, such as a window title. Where it does not end, all of it is dropped. */
        private void skipControlString() {
            int start = at;
            while (at < raw.length() && at - start < LONGEST) {
                char sign = raw.charAt(at++);
                if (sign == BELL || sign == '\u009c') {
                    return;
                }
                if (sign == ESCAPE) {
                    if (at < raw.length() && raw.charAt(at) == '\\') {
                        at++;
                    } else {
                        at--;
                    }
                    return;
                }
            }
        }
    }
}
