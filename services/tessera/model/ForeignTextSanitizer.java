package tessera.model;

import tessera.text.TextExcerpt;

/** Makes foreign text safe: without terminal control sequences and without characters that reorder it; and cuts it. */
public final class ForeignTextSanitizer {

    /** Stands for what is left out, so that it is seen that something was there. */
    public static final char REPLACEMENT = '\ufffd';

    private ForeignTextSanitizer() {}

    /** Returns the safe text, in as many lines. */
    public static String sanitize(String text) {
        StringBuilder plain = null;
        for (int at = 0; at < text.length(); at++) {
            if (isHarmful(text, at)) {
                plain = plain == null ? new StringBuilder(text) : plain;
                plain.setCharAt(at, REPLACEMENT);
            }
        }
        return plain == null ? text : plain.toString();
    }

    /** Returns the safe text in one line; line breaks become a blank. */
    public static String singleLine(String text) {
        var line = new StringBuilder(text.length());
        boolean broken = false;
        for (int at = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (isLineBreak(sign)) {
                broken = true;
            } else if (!broken || sign != ' ') {
                if (broken) {
                    appendGap(line);
                }
                broken = false;
                line.append(isControl(sign) ? REPLACEMENT : sign);
            }
        }
        return line.toString();
    }

    /** Returns a foreign message without the full stop at its end, as part of a sentence. */
    public static String withoutFullStop(String message) {
        return TextExcerpt.withoutSuffix(message, ".");
    }

    /** Returns the first sentence of a foreign message, without its full stop, as part of a sentence. */
    public static String firstSentence(String message) {
        return TextExcerpt.beforeFirst(message, ". ");
    }

    private static void appendGap(StringBuilder line) {
        while (!line.isEmpty() && line.charAt(line.length() - 1) == ' ') {
            line.setLength(line.length() - 1);
        }
        line.append(line.isEmpty() ? "" : " ");
    }

    /** Returns the text, with a mark in place of its middle where it is longer than a number of letters. */
    public static String abbreviate(String text, int longest) {
        if (text.length() > longest) {
            return text.substring(0, longest / 2) + "…" + text.substring(text.length() - longest / 2);
        }
        return text;
    }

    /** Returns the same JSON, with such characters escaped by their numbers. */
    public static String escapeJson(String json) {
        StringBuilder plain = null;
        for (int at = 0; at < json.length(); at++) {
            char sign = json.charAt(at);
            boolean harmful = sign >= 0x7f && isControl(sign);
            if (harmful && plain == null) {
                plain = new StringBuilder(json.length() + 16).append(json, 0, at);
            }
            if (plain != null) {
                plain.append(harmful ? "\\u%04x".formatted((int) sign) : Character.toString(sign));
            }
        }
        return plain == null ? json : plain.toString();
    }

    /** Returns whether a character makes what follows appear in another order or on another line. */
    public static boolean isReordering(char sign) {
        return (sign >= '\u202a' && sign <= '\u202e') || (sign >= '\u2066' && sign <= '\u2069') || sign == '\u2028'
                || sign == '\u2029' || sign == '\u200e' || sign == '\u200f' || sign == '\u061c';
    }

    private static boolean isHarmful(String text, int at) {
        char sign = text.charAt(at);
        boolean end = sign == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
        return isControl(sign) && sign != '\n' && sign != '\t' && !end;
    }

    private static boolean isControl(char sign) {
        return Character.isISOControl(sign) || isReordering(sign);
    }

    private static boolean isLineBreak(char sign) {
        return (sign >= '\t' && sign <= '\r') || sign == '\u0085' || sign == '\u2028' || sign == '\u2029';
    }
}
