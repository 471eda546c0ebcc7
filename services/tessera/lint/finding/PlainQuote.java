package tessera.lint.finding;

import java.util.regex.Pattern;
import tessera.model.PlainText;

/** Words that quote a manifest, as one line that does nothing to a terminal. */
final class PlainQuote {

    private static final Pattern COMMAND = Pattern.compile("\\e(?:\\[[0-9;?]*[A-Za-z]?|\\][^\\a\\e]*\\a?)");
    private static final int LONGEST = 600;

    private PlainQuote() {}

    static String of(String words) {
        return PlainText.line(COMMAND.matcher(PlainText.shortened(words, LONGEST)).replaceAll("")).strip();
    }
}
