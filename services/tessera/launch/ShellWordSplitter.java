package tessera.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a command line, split like a shell does without expansion.
 *
 * @param quotesClosed whether each quote in it ends
 */
record ShellWordSplitter(List<String> splitWords, boolean quotesClosed) {

    private static final char OPEN = ' ';

    ShellWordSplitter {
        splitWords = List.copyOf(splitWords);
    }

    static List<String> splitWords(String line) {
        return split(line).splitWords();
    }

    /** Returns whether each quote in it ends. */
    static boolean hasClosedQuotes(String line) {
        return split(line).quotesClosed();
    }

    private static ShellWordSplitter split(String line) {
        var texts = new ArrayList<String>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = OPEN;
        for (int at = 0; at < line.length(); at++) {
            char next = line.charAt(at);
            boolean last = at + 1 == line.length();
            if (next == '\\' && !last
                    && (quote == OPEN || (quote == '"' && "\\\"".indexOf(line.charAt(at + 1)) >= 0))) {
                word.append(line.charAt(++at));
                begun = true;
            } else if (quote == OPEN && Character.isWhitespace(next)) {
                if (begun) {
                    texts.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else if (next == quote || (quote == OPEN && (next == '"' || next == '\''))) {
                quote = next == quote ? OPEN : next;
                begun = true;
            } else {
                word.append(next);
                begun = true;
            }
        }
        if (begun) {
            texts.add(word.toString());
        }
        return new ShellWordSplitter(texts, quote == OPEN);
    }
}
