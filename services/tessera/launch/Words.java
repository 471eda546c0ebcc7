package tessera.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words of a command line. */
final class Words {

    private static final Pattern WORD = Pattern.compile("((?:[^\\s\"']++|\"[^\"]*\"|'[^']*')++)");
    private static final Pattern WHOLE = Pattern.compile("(?:[^\"']++|\"[^\"]*\"|'[^']*')*+");
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

    private Words() {}

    /** Whether each quote in it ends. */
    static boolean closed(String line) {
        return WHOLE.matcher(line).matches();
    }

    /** Split as a shell would, which replaces nothing. */
    static List<String> of(String line) {
        var words = new ArrayList<String>();
        WORD.matcher(line).results().forEach(word -> words.add(QUOTED.matcher(word.group()).replaceAll(
                quoted -> Matcher.quoteReplacement(quoted.group(1) == null ? quoted.group(2) : quoted.group(1)))));
        return words;
    }
}
