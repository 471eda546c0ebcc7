package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tessera.text.TextExcerpt;

/** The tokens of a query, read one after the other. One thread. */
final class PromqlTokenReader {

    // Texts are taken without a way back, which would lie on the stack for each of their letters.
    private static final Pattern TOKEN = Pattern.compile(
            "(?:\\s+|#[^\\n]*)|(?<token>" + "\"(?:[^\"\\\\\\n]++|\\\\.)*+\"|'(?:[^'\\\\\\n]++|\\\\.)*+'|`[^`]*+`"
                    + "|0[xX][0-9a-fA-F]+|(?:\\d++(?:ms|[smhdwy]))++(?![A-Za-z0-9_])"
                    + "|(?:\\d[\\d_]*+(?:\\.\\d*+)?+|\\.\\d++)(?:[eE][+-]?\\d++)?(?![A-Za-z_])"
                    + "|[a-zA-Z_:][a-zA-Z0-9_:.]*|=~|!~|!=|==|<=|>=|[-+*/%^(){}\\[\\],<>=@:])");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:].*");
    private static final Pattern NUMBER = Pattern.compile("\\.?\\d");
    /** Behind escapes that there are. */
    private static final Pattern UNKNOWN_ESCAPE = Pattern
            .compile("\\G(?:[^\\\\]|\\\\[abfnrtv\\\\\"'0-7xuU])*+(?<escape>\\\\.)", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("[\"'`].*", Pattern.DOTALL);
    private static final int SHOWN = 20;

    private final List<String> tokens = new ArrayList<>();
    private int next;

    PromqlTokenReader(String query) throws PromqlException {
        var matcher = TOKEN.matcher(query);
        int at = 0;
        while (at < query.length()) {
            matcher.region(at, query.length());
            if (!matcher.lookingAt()) {
                throw new PromqlException(unreadableReason(query.substring(at)));
            }
            if (matcher.group("token") != null) {
                tokens.add(matcher.group("token"));
            }
            at = matcher.end();
        }
    }

    private static PromqlErrorReason unreadableReason(String rest) {
        char first = rest.charAt(0);
        if ("\"'`".indexOf(first) >= 0) {
            return new PromqlErrorReason.UnclosedString(TextExcerpt.shorten(rest, SHOWN));
        }
        if (Character.isDigit(first)) {
            return new PromqlErrorReason.InvalidQueryNumber(rest.split("[^\\w.]", 2)[0]);
        }
        return new PromqlErrorReason.UnexpectedQueryCharacter(String.valueOf(first));
    }

    /** Returns the next token; empty at the end. */
    String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    /** Returns the next token in lower case, as keywords are compared. */
    String peekKeyword() {
        return peek().toLowerCase(Locale.ROOT);
    }

    String take() {
        var token = peek();
        next++;
        return token;
    }

    /** Takes the next token if it equals the given one. */
    boolean takeIf(String wanted) {
        if (peekKeyword().equals(wanted)) {
            next++;
            return true;
        }
        return false;
    }

    void expect(String wanted, String of) throws PromqlException {
        if (!takeIf(wanted)) {
            throw peek().isEmpty() ? new PromqlException(new PromqlErrorReason.UnclosedQueryPart(of))
                    : unexpected(new PromqlErrorReason.ExpectedAfter(wanted, of));
        }
    }

    boolean isName() {
        return NAME.matcher(peek()).matches();
    }

    boolean isQuoted() {
        return QUOTED.matcher(peek()).matches();
    }

    boolean isNumber() {
        return NUMBER.matcher(peek()).lookingAt();
    }

    /** Returns the content of a quoted text with its escapes resolved, backquotes apart. */
    static String unquotedText(String quoted) throws PromqlException {
        var inner = quoted.substring(1, quoted.length() - 1);
        var escape = UNKNOWN_ESCAPE.matcher(inner);
        if (quoted.startsWith("`")) {
            return inner;
        }
        if (escape.find()) {
            throw new PromqlException(new PromqlErrorReason.UnknownEscape(escape.group("escape")));
        }
        return inner.replaceAll("\\\\([\\\\\"'])", "$1");
    }

    PromqlException unexpected(PromqlErrorReason expected) {
        return new PromqlException(new PromqlErrorReason.UnexpectedToken(TextExcerpt.shorten(peek(), SHOWN), expected));
    }
}
