package tessera.demo.store.select;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.object.ApiError;
import tessera.demo.store.select.StoreLabelSelector.LabelCondition;
import tessera.demo.store.select.StoreLabelSelector.LabelOperator;

/** The grammar of {@code labelSelector} parameters. */
final class LabelSelectorParser {

    private static final String SYMBOLS = "=!(),><";
    private static final List<String> TOKENS = List.of("==", "!=", "=", "!", "(", ")", ",", ">", "<");
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final String NAME_RULE = "name part must consist of alphanumeric characters, '-', '_' or '.', and must "
            + "start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
            + "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private final List<SelectorToken> tokens = new ArrayList<>();
    private int position;

    private record SelectorToken(String text, boolean word) {}

    LabelSelectorParser(String text) {
        int at = 0;
        while (at < text.length()) {
            char next = text.charAt(at);
            if (Character.isWhitespace(next)) {
                at++;
            } else {
                var token = SYMBOLS.indexOf(next) >= 0 ? symbol(text, at) : word(text, at);
                tokens.add(token);
                at += token.text().length();
            }
        }
        tokens.add(new SelectorToken("", false));
    }

    private static SelectorToken symbol(String text, int at) {
        var symbol = TOKENS.stream().filter(token -> text.startsWith(token, at)).findFirst();
        return new SelectorToken(symbol.orElseThrow(), false);
    }

    private static SelectorToken word(String text, int from) {
        int to = from;
        while (to < text.length() && SYMBOLS.indexOf(text.charAt(to)) < 0 && !Character.isWhitespace(text.charAt(to))) {
            to++;
        }
        return new SelectorToken(text.substring(from, to), true);
    }

    List<LabelCondition> requirements() throws ApiError {
        var requirements = new ArrayList<LabelCondition>();
        while (!atEnd()) {
            if (!startsRequirement()) {
                throw complaint("found '%s', expected: !, identifier, or 'end of string'", next());
            }
            requirements.add(requirement());
            if (!atEnd()) {
                var separator = next();
                if (!separator.text().equals(",")) {
                    throw complaint("found '%s', expected: ',' or 'end of string'", separator);
                }
                if (!startsRequirement()) {
                    throw complaint("found '%s', expected: identifier after ','", next());
                }
            }
        }
        return requirements;
    }

    private boolean startsRequirement() {
        return peek().word() || peek().text().equals("!");
    }

    private LabelCondition requirement() throws ApiError {
        boolean absent = peek().text().equals("!");
        if (absent) {
            next();
        }
        var key = next();
        if (!key.word()) {
            throw complaint("unable to parse requirement: found '%s', expected: identifier", key);
        }
        checkName(key.text());
        if (atEnd() || peek().text().equals(",")) {
            return new LabelCondition(key.text(), absent ? LabelOperator.DOES_NOT_EXIST : LabelOperator.EXISTS,
                    List.of());
        }
        var operator = next();
        return switch (operator.text()) {
            case "=", "==" -> new LabelCondition(key.text(), LabelOperator.IN, List.of(value()));
            case "!=" -> new LabelCondition(key.text(), LabelOperator.NOT_IN, List.of(value()));
            case "in" -> new LabelCondition(key.text(), LabelOperator.IN, values());
            case "notin" -> new LabelCondition(key.text(), LabelOperator.NOT_IN, values());
            case ">" -> new LabelCondition(key.text(), LabelOperator.GREATER_THAN, List.of(value()));
            case "<" -> new LabelCondition(key.text(), LabelOperator.LESS_THAN, List.of(value()));
            default ->
                throw complaint("unable to parse requirement: found '%s', expected: in, notin, =, ==, !=, gt, lt",
                        operator);
        };
    }

    private String value() throws ApiError {
        if (atEnd() || peek().text().equals(",")) {
            return "";
        }
        var value = next();
        if (!value.word()) {
            throw complaint("unable to parse requirement: found '%s', expected: identifier", value);
        }
        return value.text();
    }

    private List<String> values() throws ApiError {
        var open = next();
        if (!open.text().equals("(")) {
            throw complaint("unable to parse requirement: found '%s' expected: '('", open);
        }
        var values = new ArrayList<String>();
        for (var token = next(); !token.text().equals(")"); token = next()) {
            if (token.word()) {
                values.add(token.text());
            } else if (!token.text().equals(",")) {
                throw complaint("unable to parse requirement: found '%s', expected: ',', ')' or identifier", token);
            }
        }
        return values.isEmpty() ? List.of("") : values;
    }

    private static void checkName(String key) throws ApiError {
        var name = key.substring(key.lastIndexOf('/') + 1);
        if (name.length() > 63 || !NAME.matcher(name).matches()) {
            throw ApiError
                    .badRequest("unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + NAME_RULE);
        }
    }

    private SelectorToken peek() {
        return tokens.get(position);
    }

    private SelectorToken next() {
        return atEnd() ? peek() : tokens.get(position++);
    }

    private boolean atEnd() {
        return position == tokens.size() - 1;
    }

    private static ApiError complaint(String format, SelectorToken found) {
        return ApiError.badRequest(format.formatted(found.text()));
    }
}
