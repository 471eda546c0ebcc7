package tessera.demo.control.container;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a shell script, each with its variables expanded when it is reached. */
final class SimulatedShellWordSplitter implements Iterator<SimulatedShellWordSplitter.ScriptWord> {

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+|\\?))");
    private static final List<String> REDIRECTIONS = List.of("2>&1", ">&2", "1>&2", "2>/dev/null", "&>/dev/null",
            ">/dev/null");
    private static final String ENDS = " \t\n;|&()<>`#";

    private final String script;
    private final UnaryOperator<String> variables;
    private int at;

    /** A word of a script; a quoted one is never an operator. */
    record ScriptWord(String text, boolean quoted) {}

    SimulatedShellWordSplitter(String script, UnaryOperator<String> variables) {
        this.script = script;
        this.variables = variables;
        skipBlanks();
    }

    @Override
    public boolean hasNext() {
        return at < script.length();
    }

    @Override
    public ScriptWord next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        var scriptWord = readWord();
        skipBlanks();
        return scriptWord;
    }

    private void skipBlanks() {
        while (at < script.length() && " \t".indexOf(script.charAt(at)) >= 0) {
            at++;
        }
        if (at < script.length() && script.charAt(at) == '#') {
            int line = script.indexOf('\n', at);
            at = line < 0 ? script.length() : line;
        }
    }

    private ScriptWord readWord() {
        for (var redirection : REDIRECTIONS) {
            if (script.startsWith(redirection, at)) {
                at += redirection.length();
                return new ScriptWord(redirection, false);
            }
        }
        for (var joint : List.of("&&", "||")) {
            if (script.startsWith(joint, at)) {
                at += 2;
                return new ScriptWord(joint, false);
            }
        }
        char first = script.charAt(at);
        if (ENDS.indexOf(first) >= 0) {
            at++;
            return new ScriptWord(first == '\n' ? ";" : Character.toString(first), false);
        }
        return readPlainWord();
    }

    private ScriptWord readPlainWord() {
        var parts = new ArrayList<String>();
        boolean quoted = false;
        while (at < script.length() && ENDS.indexOf(script.charAt(at)) < 0) {
            char next = script.charAt(at);
            if (next == '\'' || next == '"') {
                quoted = true;
                parts.add(readQuoted(next));
            } else if (next == '\\' && at + 1 < script.length()) {
                parts.add(script.substring(at + 1, at + 2));
                at += 2;
            } else {
                int start = at;
                while (at < script.length() && (ENDS + "'\"\\").indexOf(script.charAt(at)) < 0) {
                    at++;
                }
                parts.add(expandVariables(script.substring(start, at)));
            }
        }
        return new ScriptWord(String.join("", parts), quoted);
    }

    private String readQuoted(char mark) {
        int end = script.indexOf(mark, at + 1);
        int close = end < 0 ? script.length() : end;
        var text = script.substring(at + 1, close);
        at = Math.min(script.length(), close + 1);
        return mark == '\'' ? text : expandVariables(text);
    }

    private String expandVariables(String text) {
        return VARIABLE.matcher(text).replaceAll(
                match -> Matcher
                        .quoteReplacement(variables.apply(match.group(1) == null ? match.group(2) : match.group(1))));
    }
}
