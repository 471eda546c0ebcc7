package tessera.demo.prometheus.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The tokens of a query, read one after the other. One thread. */
final class SimulatedPromqlTokenizer {

    // Texts are taken without a way back, which would lie on the stack for each of their letters.
    private static final Pattern WORD = Pattern.compile("\\s+|#[^\\n]*|(?<word>"
            + "\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]++|\\\\.)*+'|`[^`]*`"
            + "|(?:\\d++(?:ms|[smhdwy]))++|(?:\\d++(?:\\.\\d*+)?+|\\.\\d++)(?:[eE][+-]?\\d++)?|[a-zA-Z_][a-zA-Z0-9_:]*"
            + "|=~|!~|!=|==|<=|>=|[-+*/%^(){}\\[\\],<>=@:])");

    private final List<String> texts = new ArrayList<>();
    private int next;

    SimulatedPromqlTokenizer(String query) throws SimulatedPromqlException {
        var matcher = WORD.matcher(query);
        int at = 0;
        while (at < query.length()) {
            matcher.region(at, query.length());
            if (!matcher.lookingAt()) {
                throw SimulatedPromqlException
                        .badData("invalid parameter \"query\": 1:%d: parse error: unexpected character: '%c'"
                                .formatted(at + 1, query.charAt(at)));
            }
            if (matcher.group("word") != null) {
                texts.add(matcher.group("word"));
            }
            at = matcher.end();
        }
    }

    /** Returns the next token without taking it; empty at the end. */
    String peek() {
        return next < texts.size() ? texts.get(next) : "";
    }

    String takeToken() {
        var word = peek();
        next++;
        return word;
    }

    /** Takes the next token if it is the given one, and returns whether it was. */
    boolean takeIf(String wanted) {
        if (peek().equals(wanted)) {
            next++;
            return true;
        }
        return false;
    }

    void expectToken(String wanted) throws SimulatedPromqlException {
        if (!takeIf(wanted)) {
            throw unexpectedToken("expected \"" + wanted + "\"");
        }
    }

    String takeName() throws SimulatedPromqlException {
        var word = takeToken();
        if (word.isEmpty() || !(Character.isLetter(word.charAt(0)) || word.charAt(0) == '_')) {
            next--;
            throw unexpectedToken("expected a name");
        }
        return word;
    }

    /** Takes a string literal and returns it without its quotes. */
    String takeText() throws SimulatedPromqlException {
        var word = takeToken();
        if (word.length() < 2 || "\"'`".indexOf(word.charAt(0)) < 0) {
            next--;
            throw unexpectedToken("expected a text in quotes");
        }
        var inner = word.substring(1, word.length() - 1);
        if (word.charAt(0) == '`') {
            return inner;
        }
        try {
            return inner.translateEscapes();
        } catch (IllegalArgumentException _) {
            throw SimulatedPromqlException
                    .badData("invalid parameter \"query\": parse error: unknown escape sequence in " + word);
        }
    }

    SimulatedPromqlException unexpectedToken(String expected) {
        return SimulatedPromqlException.badData("invalid parameter \"query\": parse error: unexpected %s, %s".formatted(
                peek().isEmpty() ? "end of input" : "\"" + peek() + "\"", expected));
    }
}
