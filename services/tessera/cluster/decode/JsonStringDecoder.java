package tessera.cluster.decode;

import java.nio.charset.StandardCharsets;

/** Decodes texts that are not plain ASCII. */
final class JsonStringDecoder {

    private static final char REPLACEMENT = '\uFFFD';

    private JsonStringDecoder() {}

    /**
     * Decodes the bytes between two quotes. Bytes that are no UTF-8 and halves of surrogate pairs become the replacement
     * character; an escape that nobody knows stands for itself; one that is cut off is left out.
     */
    static String decode(byte[] bytes, int from, int to) {
        var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        int escape = text.indexOf('\\');
        return escape < 0 ? text : unescape(text, escape);
    }

    /** Decodes no more than some bytes, not cut within a character, and appends an ellipsis. */
    static String decodeBeginning(byte[] bytes, int from, int maximum) {
        int cut = from + maximum;
        int to = cut;
        while ((bytes[to] & 0xC0) == 0x80 && to > cut - 4) {
            to--;
        }
        return decode(bytes, from, to) + "…";
    }

    private static String unescape(String text, int first) {
        var plain = new StringBuilder(text.length()).append(text, 0, first);
        int at = first;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '\\') {
                plain.append(c);
                at++;
            } else if (at + 1 == text.length()) {
                break;
            } else if (text.charAt(at + 1) == 'u') {
                if (at + 6 > text.length()) {
                    break;
                }
                plain.append(parseUnicodeEscape(text, at + 2));
                at += 6;
            } else {
                plain.append(parseSingleEscape(text.charAt(at + 1)));
                at += 2;
            }
        }
        return replaceLoneSurrogates(plain);
    }

    private static char parseUnicodeEscape(String text, int at) {
        int value = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                return REPLACEMENT;
            }
            value = value << 4 | digit;
        }
        return (char) value;
    }

    private static char parseSingleEscape(char escaped) {
        return switch (escaped) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> escaped;
        };
    }

    private static String replaceLoneSurrogates(StringBuilder text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                text.setCharAt(i, REPLACEMENT);
            }
        }
        return text.toString();
    }
}
