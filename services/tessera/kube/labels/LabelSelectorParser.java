package tessera.kube.labels;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import tessera.kube.names.NameFormatRules;

/**
 * A parser of label selectors as a {@code labelSelector} parameter and kubectl's {@code -l} take them: {@code a=b}, {@code a!=b},
 * {@code a in (b,c)}, {@code a}, {@code !a}, {@code a>1}. It refuses what the API server refuses, in its words.
 */
public final class LabelSelectorParser {

    private static final String SYMBOLS = "=!(),><";
    private static final List<String> TOKENS = List.of("==", "!=", "=", "!", "(", ")", ",", ">", "<");
    private final String text;
    private final List<SelectorToken> tokens = new ArrayList<>();
    private int position;

    private record SelectorToken(String text, boolean word) {}

    private LabelSelectorParser(String text) {
        this.text = text;
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

    /**
     * Parses a selector.
     *
     * @throws LabelSelectorSyntaxException with the API server's words when the text is no selector
     */
    public static LabelSelector parse(String text) throws LabelSelectorSyntaxException {
        return new LabelSelector(new LabelSelectorParser(text).parseRequirements());
    }

    private List<LabelRequirement> parseRequirements() throws LabelSelectorSyntaxException {
        var requirements = new ArrayList<LabelRequirement>();
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

    private LabelRequirement parseRequirement() throws LabelSelectorSyntaxException {
        boolean absent = peekToken().text().equals("!");
        if (absent) {
            nextToken();
        }
        var key = nextToken();
        if (!key.word()) {
            throw syntaxError("unable to parse requirement: found '%s', expected: identifier", key);
        }
        checkName(key.text());
        if (absent) {
            return new LabelRequirement(key.text(), "DoesNotExist", List.of());
        }
        if (atEnd() || peekToken().text().equals(",")) {
            return new LabelRequirement(key.text(), "Exists", List.of());
        }
        var operator = nextToken();
        var requirement = switch (operator.text()) {
            case "=", "==" -> LabelRequirement.equalTo(key.text(), parseValue());
            case "!=" -> LabelRequirement.notEqualTo(key.text(), parseValue());
            case "in" -> new LabelRequirement(key.text(), "In", parseValues());
            case "notin" -> new LabelRequirement(key.text(), "NotIn", parseValues());
            case ">" -> new LabelRequirement(key.text(), "Gt", List.of(parseValue()));
            case "<" -> new LabelRequirement(key.text(), "Lt", List.of(parseValue()));
            default -> throw syntaxError(
                    "unable to parse requirement: found '%s', expected: in, notin, =, ==, !=, gt, lt", operator);
        };
        checkValues(requirement);
        return requirement;
    }

    private void checkValues(LabelRequirement requirement) throws LabelSelectorSyntaxException {
        boolean compares = requirement.operator().equals("Gt") || requirement.operator().equals("Lt");
        for (int i = 0; i < requirement.values().size(); i++) {
            if (compares && !isInteger(requirement.values().get(i))) {
                throw invalidValue(requirement, i, "for 'Gt', 'Lt' operators, the value must be an integer");
            }
            var problems = NameFormatRules.checkLabelValue(requirement.values().get(i));
            if (!problems.isEmpty()) {
                throw invalidValue(requirement, i, problems.getFirst());
            }
        }
    }

    private static boolean isInteger(String value) {
        try {
            Long.parseLong(value);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private LabelSelectorSyntaxException invalidValue(LabelRequirement requirement, int index, String rule) {
        return new LabelSelectorSyntaxException(text,
                "unable to parse requirement: values[%d][%s]: Invalid value: \"%s\": %s".formatted(index,
                        requirement.key(), requirement.values().get(index), rule));
    }

    private String parseValue() throws LabelSelectorSyntaxException {
        if (atEnd() || peekToken().text().equals(",")) {
            return "";
        }
        var value = nextToken();
        if (!value.word()) {
            throw syntaxError("unable to parse requirement: found '%s', expected: identifier", value);
        }
        return value.text();
    }

    private List<String> parseValues() throws LabelSelectorSyntaxException {
        var open = nextToken();
        if (!open.text().equals("(")) {
            throw syntaxError("unable to parse requirement: found '%s' expected: '('", open);
        }
        if (peekToken().text().equals(")")) {
            nextToken();
            return List.of("");
        }
        var values = new LinkedHashSet<String>();
        boolean afterComma = true;
        while (true) {
            var token = nextToken();
            if (token.text().equals(")")) {
                if (afterComma) {
                    values.add("");
                }
                return List.copyOf(values);
            } else if (token.text().equals(",")) {
                if (afterComma) {
                    values.add("");
                }
                afterComma = true;
            } else if (token.word() && afterComma) {
                values.add(token.text());
                afterComma = false;
            } else if (afterComma) {
                throw syntaxError("unable to parse requirement: found '%s', expected: ',', or identifier", token);
            } else {
                throw syntaxError("unable to parse requirement: found '%s', expected: ',' or ')'", token);
            }
        }
    }

    private void checkName(String key) throws LabelSelectorSyntaxException {
        var problems = NameFormatRules.checkQualifiedName(key);
        if (!problems.isEmpty()) {
            throw new LabelSelectorSyntaxException(text,
                    "unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + problems.getFirst());
        }
    }

    private SelectorToken peekToken() {
        return tokens.get(position);
    }

    private SelectorToken nextToken() {
        if (atEnd()) {
            return peekToken();
        }
        return tokens.get(position++);
    }

    private boolean atEnd() {
        return position == tokens.size() - 1;
    }

    private LabelSelectorSyntaxException syntaxError(String format, SelectorToken token) {
        return new LabelSelectorSyntaxException(text, format.formatted(token.text()));
    }
}
