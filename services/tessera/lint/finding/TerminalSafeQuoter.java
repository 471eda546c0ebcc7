package tessera.lint.finding;

import java.util.regex.Pattern;
import tessera.model.ForeignTextSanitizer;

/** Quotes a manifest in one line without characters that affect a terminal. */
final class TerminalSafeQuoter {

    private static final Pattern COMMAND = Pattern.compile("\\e(?:\\[[0-9;?]*[A-Za-z]?|\\][^\\a\\e]*\\a?)");
    private static final int LONGEST = 600;

    private TerminalSafeQuoter() {}

    static String quote(String text) {
        return ForeignTextSanitizer
                .singleLine(COMMAND.matcher(ForeignTextSanitizer.abbreviate(text, LONGEST)).replaceAll("")).strip();
    }
}
