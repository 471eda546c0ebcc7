package tessera.model;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A word of a command line, quoted for a POSIX shell. */
public final class ShellWordQuoter {

    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\\\\]++|\\\\.|'[^']*+')++", Pattern.DOTALL);
    private static final Pattern QUOTES = Pattern.compile("\\\\(.)|'([^']*)'", Pattern.DOTALL);

    private ShellWordQuoter() {}

    /** Splits a command that was composed of such words. */
    public static List<String> splitCommand(String command) {
        return WORD.matcher(command).results().map(ShellWordQuoter::unquote).toList();
    }

    private static String unquote(MatchResult word) {
        return QUOTES.matcher(word.group())
                .replaceAll(part -> Matcher.quoteReplacement(part.group(1) == null ? part.group(2) : part.group(1)));
    }

    /**
     * Returns a command with its words filled in, in quotes where the shell would interpret them.
     *
     * @param pattern as a formatter takes it
     */
    public static String fillCommand(String pattern, String... words) {
        return pattern.formatted(Stream.of(words).map(ShellWordQuoter::quote).toArray());
    }

    /** Returns the word, in quotes where the shell would interpret it. */
    public static String quote(String word) {
        return word.matches("[A-Za-z0-9@%+=:,./_-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
