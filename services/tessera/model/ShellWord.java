package tessera.model;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A word of a command line as a shell has to read it to take it as it is. */
public final class ShellWord {

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\\\\]++|\\\\.|'[^']*+')++", Pattern.DOTALL);
    private static final Pattern QUOTES = Pattern.compile("\\\\(.)|'([^']*)'", Pattern.DOTALL);

    private ShellWord() {}

    /** The words of a command that was put together of such words. */
    public static List<String> split(String command) {
        return WORD.matcher(command).results().map(word -> QUOTES.matcher(word.group())
                .replaceAll(part -> Matcher.quoteReplacement(
                        part.group(1) == null ? part.group(2) : part.group(1))))
                .toList();
    }

    /** The word, in quotes where the shell would make something else of it. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9@%+=:,./_-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
