package tessera.model;

import java.util.regex.Pattern;

/** A field of comma-separated values that no spreadsheet takes for a formula. */
public final class SpreadsheetSafeCsvEscaper {

    /** With what a formula may begin, also as it is written among wide letters. */
    private static final String BEGINNINGS = "=+-@\uff1d\uff0b\uff0d\uff20";
    private static final String BLANKS = "\t\r\n";
    /** A number, and what stands where there is none. */
    private static final Pattern NUMBER = Pattern.compile("-(?:\\d++(?:\\.\\d++)?+(?:E-?\\d{1,3})?)?");
    private static final Pattern BARE = Pattern.compile("[^\",\r\n]*+");

    private SpreadsheetSafeCsvEscaper() {}

    /** Returns the field according to RFC 4180. */
    public static String escapeField(String text) {
        var safe = neutralizeFormula(text);
        return BARE.matcher(safe).matches() ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }

    /** Returns the text on one line; a formula is marked as text. */
    public static String neutralizeFormula(String text) {
        var line = ForeignTextSanitizer.singleLine(text);
        var words = line.stripLeading();
        boolean risky = (!words.isEmpty() && BEGINNINGS.indexOf(words.charAt(0)) >= 0)
                || (!text.isEmpty() && BLANKS.indexOf(text.charAt(0)) >= 0);
        return risky && !NUMBER.matcher(text).matches() ? "'" + line : line;
    }
}
