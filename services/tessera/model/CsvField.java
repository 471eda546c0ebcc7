package tessera.model;

import java.util.regex.Pattern;

/** A field of comma-separated values that no spreadsheet takes for a formula. */
public final class CsvField {

    /** With what a formula may begin, also as it is written among wide letters. */
    private static final String BEGINNINGS = "=+-@\uff1d\uff0b\uff0d\uff20";
    private static final String BLANKS = "\t\r\n";
    /** A number, and what stands where there is none. */
    private static final Pattern NUMBER = Pattern.compile("-(?:\\d++(?:\\.\\d++)?+(?:E-?\\d{1,3})?)?");
    private static final Pattern BARE = Pattern.compile("[^\",\r\n]*+");

    private CsvField() {}

    /** As RFC 4180 has it. */
    public static String of(String text) {
        var safe = inert(text);
        return BARE.matcher(safe).matches() ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }

    /** The text on one line; what would be a formula is marked as text. */
    public static String inert(String text) {
        var line = PlainText.line(text);
        var words = line.stripLeading();
        boolean risky = (!words.isEmpty() && BEGINNINGS.indexOf(words.charAt(0)) >= 0)
                || (!text.isEmpty() && BLANKS.indexOf(text.charAt(0)) >= 0);
        return risky && !NUMBER.matcher(text).matches() ? "'" + line : line;
    }
}
