package tessera.demo.store.select;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.object.SimulatedApiError;
import tessera.demo.store.select.StoredObjectLabelSelector.LabelCondition;
import tessera.demo.store.select.StoredObjectLabelSelector.LabelOperator;

/** The grammar of {@code labelSelector} parameters. */
final class SimulatedLabelSelectorParser {

    private static final String SYMBOLS = "=!(),><";
    private static final List<String> TOKENS = List.of("==", "!=", "=", "!", "(", ")", ",", ">", "<");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final String NAME_RULE = "name part must consist of alphanumeric characters, '-', '_' or '.', and must "
            + "start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
            + "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private final List<SelectorToken> tokens = new ArrayList<>();
    private int position;

    private record SelectorToken(String text, boolean word) {}

    SimulatedLabelSelectorParser(String text) {
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (Character.isWhitespace(next)) {
                at++;
            } else {
                var token = SYMBOLS.indexOf(next) >= 0 ? readSymbol(text, at) : readWord(text, at);
                tokens.add(token);
                at += token.text().length();
            }
        }
        tokens.add(new SelectorToken("", false));
    }

    private static SelectorToken readSymbol(String text, int at) {
        var symbol = TOKENS.stream().filter(token -> text.startsWith(token, at)).findFirst();
        return new SelectorToken(symbol.orElseThrow(), false);
    }

    private static SelectorToken readWord(String text, int from) {
        int to = from;
        while (to < text.length() && SYMBOLS.indexOf(text.charAt(to)) < 0 && !Character.isWhitespace(text.charAt(to))) {
            to++;
        }
        return new SelectorToken(text.substring(from, to), true);
    }

    List<LabelCondition> parseRequirements() throws SimulatedApiError {
        var requirements = new ArrayList<LabelCondition>();
        while (!atEnd()) {
            if (!startsRequirement()) {
                throw syntaxError("found '%s', expected: !, identifier, or 'end of string'", nextToken());
            }
            requirements.add(parseRequirement());
            if (!atEnd()) {
                var separator = nextToken();
                if (!separator.text().equals(",")) {
                    throw syntaxError("found '%s', expected: ',' or 'end of string'", separator);
                }
                if (!startsRequirement()) {
                    throw syntaxError("found '%s', expected: identifier after ','", nextToken());
                }
            }
        }
        return requirements;
    }

    private boolean startsRequirement() {
        return peekToken().word() || peekToken().text().equals("!");
    }

    private LabelCondition parseRequirement() throws SimulatedApiError {
        boolean absent = peekToken().text().equals("!");
        if (absent) {
            nextToken();
        }
        var key = nextToken();
        if (!key.word()) {
            throw syntaxError("unable to parse requirement: found '%s', expected: identifier", key);
        }
        checkName(key.text());
        if (atEnd() || peekToken().text().equals(",")) {
            return new LabelCondition(key.text(), absent ? LabelOperator.DOES_NOT_EXIST : LabelOperator.EXISTS,
                    List.of());
        }
        var operator = nextToken();
        return switch (operator.text()) {
            case "=", "==" -> new LabelCondition(key.text(), LabelOperator.IN, List.of(parseValue()));
            case "!=" -> new LabelCondition(key.text(), LabelOperator.NOT_IN, List.of(parseValue()));
            case "in" -> new LabelCondition(key.text(), LabelOperator.IN, parseValues());
            case "notin" -> new LabelCondition(key.text(), LabelOperator.NOT_IN, parseValues());
            case ">" -> new LabelCondition(key.text(), LabelOperator.GREATER_THAN, List.of(parseValue()));
            case "<" -> new LabelCondition(key.text(), LabelOperator.LESS_THAN, List.of(parseValue()));
            default ->
                throw syntaxError("unable to parse requirement: found '%s', expected: in, notin, =, ==, !=, gt, lt",
                        operator);
        };
    }

    private String parseValue() throws SimulatedApiError {
        if (atEnd() || peekToken().text().equals(",")) {
            return "";
        }
        var value = nextToken();
        if (!value.word()) {
            throw syntaxError("unable to parse requirement: found '%s', expected: identifier", value);
        }
        return value.text();
    }

    private List<String> parseValues() throws SimulatedApiError {
        var open = nextToken();
        if (!open.text().equals("(")) {
            throw syntaxError("unable to parse requirement: found '%s' expected: '('", open);
        }
        var values = new ArrayList<String>();
        for (var token = nextToken(); !token.text().equals(")"); token = nextToken()) {
            if (token.word()) {
                values.add(token.text());
            } else if (!token.text().equals(",")) {
                throw syntaxError("unable to parse requirement: found '%s', expected: ',', ')' or identifier", token);
            }
        }
        return values.isEmpty() ? List.of("") : values;
    }

    private static void checkName(String key) throws SimulatedApiError {
        var name = key.substring(key.lastIndexOf('/') + 1);
        if (name.length() > 63 || !NAME.matcher(name).matches()) {
            throw SimulatedApiError
                    .badRequest("unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + NAME_RULE);
        }
    }

    private SelectorToken peekToken() {
        return tokens.get(position);
    }

    private SelectorToken nextToken() {
        return atEnd() ? peekToken() : tokens.get(position++);
    }

    private boolean atEnd() {
        return position == tokens.size() - 1;
    }

    private static SimulatedApiError syntaxError(String format, SelectorToken token) {
        return SimulatedApiError.badRequest(format.formatted(token.text()));
    }
}
