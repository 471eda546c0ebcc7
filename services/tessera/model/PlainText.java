package tessera.model;

/** Words of others, without what a terminal would obey and without what makes them read in another order than they are in. */
public final class PlainText {

    /** Stands for what is left out, so that it is seen that something was there. */
    public static final char REPLACEMENT = '\ufffd';

    private PlainText() {}

    /** The same text, in as many lines. */
    public static String of(String text) {
        StringBuilder plain = null;
        for (int at = 0; at < text.length(); at++) {
            if (harmful(text, at)) {
                plain = plain == null ? new StringBuilder(text) : plain;
                plain.setCharAt(at, REPLACEMENT);
            }
        }
        return plain == null ? text : plain.toString();
    }

    /** The same text in one line; where it had more, a blank stands between them. */
    public static String line(String text) {
        var line = new StringBuilder(text.length());
        boolean broken = false;
        for (int at = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            if (breaks(sign)) {
                broken = true;
            } else if (!broken || sign != ' ') {
                if (broken) {
                    gap(line);
                }
                broken = false;
                line.append(obeyed(sign) ? REPLACEMENT : sign);
            }
        }
        return line.toString();
    }

    private static void gap(StringBuilder line) {
        while (!line.isEmpty() && line.charAt(line.length() - 1) == ' ') {
            line.setLength(line.length() - 1);
        }
        line.append(line.isEmpty() ? "" : " ");
    }

    /** The same text; of one that is longer than so many letters, its middle is left out, which is seen. */
    public static String shortened(String text, int longest) {
        return text.length() > longest
                ? text.substring(0, longest / 2) + "…" + text.substring(text.length() - longest / 2)
                : text;
    }

    /** JSON that says the same, with such signs written by their numbers. */
    public static String json(String json) {
        StringBuilder plain = null;
        for (int at = 0; at < json.length(); at++) {
            char sign = json.charAt(at);
            boolean harmful = sign >= 0x7f && obeyed(sign);
            if (harmful && plain == null) {
                plain = new StringBuilder(json.length() + 16).append(json, 0, at);
            }
            if (plain != null) {
                plain.append(harmful ? "\\u%04x".formatted((int) sign) : Character.toString(sign));
            }
        }
        return plain == null ? json : plain.toString();
    }

    /** Whether it makes what follows read in another order than it is in, or on another line. */
    public static boolean reorders(char sign) {
        return (sign >= '\u202a' && sign <= '\u202e') || (sign >= '\u2066' && sign <= '\u2069') || sign == '\u2028'
                || sign == '\u2029' || sign == '\u200e' || sign == '\u200f' || sign == '\u061c';
    }

    private static boolean harmful(String text, int at) {
        char sign = text.charAt(at);
        boolean end = sign == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
        return obeyed(sign) && sign != '\n' && sign != '\t' && !end;
    }

    private static boolean obeyed(char sign) {
        return Character.isISOControl(sign) || reorders(sign);
    }

    private static boolean breaks(char sign) {
        return (sign >= '\t' && sign <= '\r') || sign == '\u0085' || sign == '\u2028' || sign == '\u2029';
    }
}
