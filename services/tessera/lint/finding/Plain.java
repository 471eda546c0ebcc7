package tessera.lint.finding;

import java.util.regex.Pattern;

/** Words that quote a manifest, as one line that does nothing to a terminal. */
final class Plain {

    private static final Pattern COMMAND = Pattern.compile("\\e(?:\\[[0-9;?]*[A-Za-z]?|\\][^\\a\\e]*\\a?)");
    private static final Pattern CONTROL = Pattern.compile("\\s*[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]+\\s*");
    private static final int LONGEST = 600;

    private Plain() {}

    static String of(String words) {
        var plain = words.length() > LONGEST ? words.substring(0, LONGEST / 2) + "…"
                + words.substring(words.length() - LONGEST / 2) : words;
        return CONTROL.matcher(COMMAND.matcher(plain).replaceAll("")).replaceAll(" ").strip();
    }
}
