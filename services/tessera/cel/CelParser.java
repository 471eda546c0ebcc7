package tessera.cel;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A recursive-descent parser of CEL expressions, one method a precedence level. */
final class CelParser {

    private static final Pattern TOKEN = Pattern.compile("""
            \\s*(?:(\\d+\\.\\d+|\\d+u?)|([A-Za-z_][A-Za-z0-9_]*)|r?("(?:[^"\\\\]|\\\\.)*+"|'(?:[^'\\\\]|\\\\.)*+')|\
            (\\|\\||&&|==|!=|<=|>=|[-+*/%!<>?:.,()\\[\\]]))""");
    private static final List<List<String>> LEVELS = List.of(List.of("||"), List.of("&&"),
            List.of("==", "!=", "<=", ">=", "<", ">", "in"), List.of("+", "-"), List.of("*", "/", "%"));
    private static final Set<String> MACROS = Set.of("all", "exists", "exists_one", "filter", "map");

    private static final int SHOWN = 20;

    /** As far as parentheses and their like go into one another. */
    private static final int DEEPEST = 60;
    /** As far as the tree goes down, of which rows of operators are as much a part: its values are asked for recursively. */
    private static final int TALLEST = 250;

    private final List<String> tokens = new ArrayList<>();
    private final IdentityHashMap<CelExpression, Integer> heights = new IdentityHashMap<>();
    private int position;
    private int depth;

    private CelParser(String text) throws CelException {
        var matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.stripTrailing().length()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                var rest = text.substring(at).strip();
                throw new CelException("cannot read '%s'".formatted(rest.substring(0, Math.min(SHOWN, rest.length()))));
            }
            tokens.add(matcher.group().strip());
            at = matcher.end();
        }
        tokens.add("");
    }

    static CelExpression parse(String text) throws CelException {
        var parser = new CelParser(text);
        var expression = parser.parseConditional();
        if (!parser.peek().isEmpty()) {
            throw new CelException("unexpected '" + parser.peek() + "'");
        }
        return expression;
    }

    private CelExpression parseConditional() throws CelException {
        enterLevel();
        var expression = parseLevel(0);
        if (take("?")) {
            var yes = parseConditional();
            expect(":");
            var no = parseConditional();
            expression = checkHeight(new CelExpression.CelConditionalOperation(expression, yes, no),
                    List.of(expression, yes, no));
        }
        depth--;
        return expression;
    }

    private CelExpression parseLevel(int level) throws CelException {
        if (level == LEVELS.size()) {
            return parseUnary();
        }
        var left = parseLevel(level + 1);
        while (LEVELS.get(level).contains(peek())) {
            var operator = next();
            var right = parseLevel(level + 1);
            left = checkHeight(new CelExpression.CelBinaryOperation(operator, left, right), List.of(left, right));
        }
        return left;
    }

    private void enterLevel() throws CelException {
        if (++depth > DEEPEST) {
            throw new CelException("nested too deeply", true);
        }
    }

    /** Records the height of a new node over its parts, and refuses a tree that is too tall. */
    private CelExpression checkHeight(CelExpression whole, List<CelExpression> parts) throws CelException {
        int height = 0;
        for (var part : parts) {
            height = Math.max(height, heights.getOrDefault(part, 0));
        }
        if (height == TALLEST) {
            throw new CelException("nested too deeply", true);
        }
        heights.put(whole, height + 1);
        return whole;
    }

    private CelExpression parseUnary() throws CelException {
        boolean not = take("!");
        if (!not && !take("-")) {
            return parseMember();
        }
        enterLevel();
        var operand = parseUnary();
        depth--;
        return checkHeight(
                not ? new CelExpression.LogicalNegation(operand) : new CelExpression.ArithmeticNegation(operand),
                List.of(operand));
    }

    private CelExpression parseMember() throws CelException {
        var expression = parsePrimary();
        while (true) {
            if (take(".")) {
                var name = parseField();
                expression = peek().equals("(") ? parseMethod(expression, name)
                        : checkHeight(new CelExpression.FieldSelection(expression, name), List.of(expression));
            } else if (take("[")) {
                var index = parseConditional();
                expect("]");
                expression = checkHeight(new CelExpression.IndexAccess(expression, index), List.of(expression, index));
            } else {
                return expression;
            }
        }
    }

    private String parseField() throws CelException {
        if (peek().isEmpty()) {
            throw new CelException("unexpected end");
        }
        var name = next();
        if (!Character.isJavaIdentifierStart(name.charAt(0)) || name.endsWith("'") || name.endsWith("\"")) {
            throw new CelException("unexpected '%s'".formatted(name));
        }
        return name;
    }

    private CelExpression parseMethod(CelExpression on, String name) throws CelException {
        var arguments = parseArguments();
        if (MACROS.contains(name) && arguments.size() == 2
                && arguments.getFirst() instanceof CelExpression.CelIdentifier(var variable)) {
            return checkHeight(new CelExpression.ComprehensionMacro(name, on, variable, arguments.get(1)),
                    List.of(on, arguments.get(1)));
        }
        arguments.addFirst(on);
        return checkHeight(new CelExpression.CelFunctionCall(name, arguments), arguments);
    }

    private CelExpression parsePrimary() throws CelException {
        var token = next();
        if (token.equals("(")) {
            var inner = parseConditional();
            expect(")");
            return inner;
        }
        if (token.equals("[")) {
            var items = parseList("]");
            return checkHeight(new CelExpression.CelListLiteral(items), items);
        }
        if (token.isEmpty()) {
            throw new CelException("unexpected end");
        }
        char first = token.charAt(0);
        if (Character.isDigit(first)) {
            return new CelExpression.CelLiteral(CelOperators.numberValue(new BigDecimal(token.replace("u", ""))));
        }
        if (first == '"' || first == '\''
                || (first == 'r' && token.length() > 1 && "\"'".indexOf(token.charAt(1)) >= 0)) {
            return new CelExpression.CelLiteral(JsonNodeFactory.instance.textNode(unquote(token)));
        }
        if (!Character.isJavaIdentifierStart(first)) {
            throw new CelException("unexpected '" + token + "'");
        }
        return parseWord(token);
    }

    private CelExpression parseWord(String word) throws CelException {
        return switch (word) {
            case "true", "false" ->
                new CelExpression.CelLiteral(JsonNodeFactory.instance.booleanNode(word.equals("true")));
            case "null" -> new CelExpression.CelLiteral(JsonNodeFactory.instance.nullNode());
            case "has" -> {
                var arguments = parseArguments();
                if (arguments.size() == 1
                        && arguments.getFirst() instanceof CelExpression.FieldSelection(var from, var field)) {
                    yield checkHeight(new CelExpression.HasMacro(from, field), List.of(from));
                }
                throw new CelException("invalid argument to has() macro");
            }
            default -> {
                if (!peek().equals("(")) {
                    yield new CelExpression.CelIdentifier(word);
                }
                var arguments = parseArguments();
                yield checkHeight(new CelExpression.CelFunctionCall(word, arguments), arguments);
            }
        };
    }

    private List<CelExpression> parseArguments() throws CelException {
        expect("(");
        return parseList(")");
    }

    private List<CelExpression> parseList(String end) throws CelException {
        var items = new ArrayList<CelExpression>();
        while (!take(end)) {
            if (!items.isEmpty()) {
                expect(",");
            }
            items.add(parseConditional());
        }
        return items;
    }

    private static String unquote(String token) throws CelException {
        boolean raw = token.startsWith("r");
        var inner = token.substring(raw ? 2 : 1, token.length() - 1);
        try {
            return raw ? inner : inner.translateEscapes();
        } catch (IllegalArgumentException e) {
            throw new CelException("no such escape in " + token);
        }
    }

    private String peek() {
        return tokens.get(position);
    }

    private String next() {
        return peek().isEmpty() ? "" : tokens.get(position++);
    }

    private boolean take(String token) {
        boolean there = peek().equals(token);
        position += there ? 1 : 0;
        return there;
    }

    private void expect(String token) throws CelException {
        if (!take(token)) {
            throw new CelException("expected '" + token + "' before '" + peek() + "'");
        }
    }
}
