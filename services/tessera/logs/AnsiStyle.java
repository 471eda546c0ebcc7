package tessera.logs;

import java.util.Arrays;

/**
 * The style of a part of a line: colours and text attributes.
 *
 * @param foreground    the colour of the letters: 0 to 255 as terminals count them, {@link #USUAL}, or 0x1000000 and a colour as
 *               0xRRGGBB
 * @param background likewise, behind them
 */
public record AnsiStyle(int foreground, int background, boolean bold, boolean faint, boolean italic, boolean underlined,
        boolean inverse) {

    /** What letters and ground have where nothing is said. */
    public static final int USUAL = -1;
    public static final AnsiStyle PLAIN = new AnsiStyle(USUAL, USUAL, false, false, false, false, false);

    private static final int TRUE_COLOUR = 0x1000000;
    private static final int MOST_CODES = 64;

    /** Returns the style after an SGR sequence of codes, e.g. {@code 1;31}. What is not understood changes nothing. */
    AnsiStyle afterSequence(String codes) {
        var numbers = parseCodes(codes);
        var style = this;
        for (int at = 0; at < numbers.length; at++) {
            int code = numbers[at];
            if (code == 38 || code == 48) {
                int kind = at + 1 < numbers.length ? numbers[at + 1] : 0;
                int colour = parseColor(numbers, at, kind);
                if (colour != USUAL) {
                    style = code == 38 ? style.withForeground(colour) : style.withBackground(colour);
                }
                if (kind == 5) {
                    at += 2;
                } else if (kind == 2) {
                    at += 4;
                } else {
                    at += 1;
                }
            } else {
                style = style.afterCode(code);
            }
        }
        return style;
    }

    /** Parses the numbers of a sequence; colons separate codes as well. */
    private static int[] parseCodes(String codes) {
        var numbers = new int[MOST_CODES];
        int count = 0;
        int number = 0;
        for (int at = 0; at < codes.length() && count < MOST_CODES - 1; at++) {
            char sign = codes.charAt(at);
            if (sign >= '0' && sign <= '9') {
                number = Math.min(number * 10 + sign - '0', 100_000);
            } else if (sign == ';' || sign == ':') {
                numbers[count++] = number;
                number = 0;
            } else {
                // A sequence of somebody's own, which is not about colours.
                return new int[0];
            }
        }
        numbers[count++] = number;
        return Arrays.copyOf(numbers, count);
    }

    private static int parseColor(int[] numbers, int at, int kind) {
        if (kind == 5 && at + 2 < numbers.length && numbers[at + 2] < 256) {
            return numbers[at + 2];
        }
        if (kind == 2 && at + 4 < numbers.length && numbers[at + 2] < 256 && numbers[at + 3] < 256
                && numbers[at + 4] < 256) {
            return TRUE_COLOUR | numbers[at + 2] << 16 | numbers[at + 3] << 8 | numbers[at + 4];
        }
        return USUAL;
    }

    private AnsiStyle afterCode(int code) {
        return switch (code) {
            case 0 -> PLAIN;
            case 1 -> new AnsiStyle(foreground, background, true, faint, italic, underlined, inverse);
            case 2 -> new AnsiStyle(foreground, background, bold, true, italic, underlined, inverse);
            case 3 -> new AnsiStyle(foreground, background, bold, faint, true, underlined, inverse);
            case 4, 21 -> new AnsiStyle(foreground, background, bold, faint, italic, true, inverse);
            case 7 -> new AnsiStyle(foreground, background, bold, faint, italic, underlined, true);
            case 22 -> new AnsiStyle(foreground, background, false, false, italic, underlined, inverse);
            case 23 -> new AnsiStyle(foreground, background, bold, faint, false, underlined, inverse);
            case 24 -> new AnsiStyle(foreground, background, bold, faint, italic, false, inverse);
            case 27 -> new AnsiStyle(foreground, background, bold, faint, italic, underlined, false);
            case 39 -> withForeground(USUAL);
            case 49 -> withBackground(USUAL);
            default -> afterColorCode(code);
        };
    }

    private AnsiStyle afterColorCode(int code) {
        if (code >= 30 && code <= 37) {
            return withForeground(code - 30);
        }
        if (code >= 40 && code <= 47) {
            return withBackground(code - 40);
        }
        if (code >= 90 && code <= 97) {
            return withForeground(code - 82);
        }
        return code >= 100 && code <= 107 ? withBackground(code - 92) : this;
    }

    private AnsiStyle withForeground(int colour) {
        return new AnsiStyle(colour, background, bold, faint, italic, underlined, inverse);
    }

    private AnsiStyle withBackground(int colour) {
        return new AnsiStyle(foreground, colour, bold, faint, italic, underlined, inverse);
    }

    /** Returns the escape sequence that sets a terminal to this style. */
    String escapeSequence() {
        return "\u001b[0" + (bold ? ";1" : "") + (faint ? ";2" : "")
                + (italic ? ";3" : "") + (underlined ? ";4" : "")
                + (inverse ? ";7" : "") + colourCodes(38, foreground) + colourCodes(48, background) + "m";
    }

    private static String colourCodes(int code, int colour) {
        if (colour == USUAL) {
            return "";
        }
        if ((colour & TRUE_COLOUR) == 0) {
            return ";%d;5;%d".formatted(code, colour);
        }
        return ";%d;2;%d;%d;%d".formatted(code, colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff);
    }
}
