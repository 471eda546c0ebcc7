package tessera.lint.finding;

import java.util.regex.Pattern;
import tessera.model.PlainText;

/** Quotes a manifest in one line without characters that affect a terminal. */
final class PlainQuote {

    private static final Pattern COMMAND = Pattern.compile("\\e(?:\\[[0-9;?]*[A-Za-z]?|\\][^\\a\\e]*\\a?)");
    private static final int LONGEST = 600;

    private PlainQuote() {}

    static String quote(String text) {
        return PlainText.singleLine(COMMAND.matcher(PlainText.abbreviate(text, LONGEST)).replaceAll("")).strip();
    }
}
