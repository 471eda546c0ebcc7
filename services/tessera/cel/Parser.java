package tessera.cel;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads expressions: by precedence, one method a level. */
final class Parser {

    private static final Pattern TOKEN = Pattern.compile("""
            \\s*(?:(\\d+\\.\\d+|\\d+u?)|([A-Za-z_][A-Za-z0-9_]*)|r?("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')|\
            (\\|\\||&&|==|!=|<=|>=|[-+*/%!<>?:.,()\\[\\]]))""");
    private static final List<List<String>> LEVELS = List.of(List.of("||"), List.of("&&"),
            List.of("==", "!=", "<=", ">=", "<", ">", "in"), List.of("+", "-"), List.of("*", "/", "%"));
    private static final Set<String> MACROS = Set.of("all", "exists", "exists_one", "filter", "map");

    private static final int DEEPEST = 60;

    private final List<String> tokens = new ArrayList<>();
    private int position;
    private int depth;

    private Parser(String text) throws CelError {
        var matcher = TOKEN.matcher(text);
        int at = 0;
        while (at < text.stripTrailing().length()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                throw new CelError("unreadable at " + at);
            }
            tokens.add(matcher.group().strip());
            at = matcher.end();
        }
        tokens.add("");
    }

    static Expression parse(String text) throws CelError {
        var parser = new Parser(text);
        var expression = parser.choice();
        if (!parser.peek().isEmpty()) {
            throw new CelError("unexpected '" + parser.peek() + "'");
        }
        return expression;
    }

    private Expression choice() throws CelError {
        deeper();
        var condition = level(0);
        depth--;
        if (!take("?")) {
            return condition;
        }
        var yes = choice();
        expect(":");
        return new Expression.Choice(condition, yes, choice());
    }

    private Expression level(int level) throws CelError {
        if (level == LEVELS.size()) {
            return unary();
        }
        var left = level(level + 1);
        while (LEVELS.get(level).contains(peek())) {
            var operator = next();
            left = new Expression.Binary(operator, left, level(level + 1));
        }
        return left;
    }

    private void deeper() throws CelError {
        if (++depth > DEEPEST) {
            throw new CelError("nested too deeply");
        }
    }

    private Expression unary() throws CelError {
        boolean not = take("!");
        if (!not && !take("-")) {
            return member();
        }
        deeper();
        var operand = unary();
        depth--;
        return not ? new Expression.Not(operand) : new Expression.Negative(operand);
    }

    private Expression member() throws CelError {
        var expression = primary();
        while (true) {
            if (take(".")) {
                var name = next();
                expression = peek().equals("(") ? method(expression, name) : new Expression.Select(expression, name);
            } else if (take("[")) {
                expression = new Expression.Index(expression, choice());
                expect("]");
            } else {
                return expression;
            }
        }
    }

    private Expression method(Expression on, String name) throws CelError {
        var arguments = arguments();
        if (MACROS.contains(name) && arguments.size() == 2
                && arguments.getFirst() instanceof Expression.Name(var variable)) {
            return new Expression.Each(name, on, variable, arguments.get(1));
        }
        arguments.addFirst(on);
        return new Expression.Call(name, arguments);
    }

    private Expression primary() throws CelError {
        var token = next();
        if (token.equals("(")) {
            var inner = choice();
            expect(")");
            return inner;
        }
        if (token.equals("[")) {
            return new Expression.Items(list("]"));
        }
        if (token.isEmpty()) {
            throw new CelError("unexpected end");
        }
        char first = token.charAt(0);
        if (Character.isDigit(first)) {
            return new Expression.Literal(JsonNodeFactory.instance.numberNode(new BigDecimal(token.replace("u", ""))));
        }
        if (first == '"' || first == '\''
                || (first == 'r' && token.length() > 1 && "\"'".indexOf(token.charAt(1)) >= 0)) {
            return new Expression.Literal(JsonNodeFactory.instance.textNode(unquoted(token)));
        }
        if (!Character.isJavaIdentifierStart(first)) {
            throw new CelError("unexpected '" + token + "'");
        }
        return word(token);
    }

    private Expression word(String word) throws CelError {
        return switch (word) {
            case "true", "false" -> new Expression.Literal(JsonNodeFactory.instance.booleanNode(word.equals("true")));
            case "null" -> new Expression.Literal(JsonNodeFactory.instance.nullNode());
            case "has" -> {
                var arguments = arguments();
                if (arguments.size() == 1 && arguments.getFirst() instanceof Expression.Select(var from, var field)) {
                    yield new Expression.Has(from, field);
                }
                throw new CelError("invalid argument to has() macro");
            }
            default -> peek().equals("(") ? new Expression.Call(word, arguments()) : new Expression.Name(word);
        };
    }

    private List<Expression> arguments() throws CelError {
        expect("(");
        return list(")");
    }

    private List<Expression> list(String end) throws CelError {
        var items = new ArrayList<Expression>();
        while (!take(end)) {
            if (!items.isEmpty()) {
                expect(",");
            }
            items.add(choice());
        }
        return items;
    }

    private static String unquoted(String token) throws CelError {
        boolean raw = token.startsWith("r");
        var inner = token.substring(raw ? 2 : 1, token.length() - 1);
        try {
            return raw ? inner : inner.translateEscapes();
        } catch (IllegalArgumentException e) {
            throw new CelError("no such escape in " + token);
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

    private void expect(String token) throws CelError {
        if (!take(token)) {
            throw new CelError("expected '" + token + "' before '" + peek() + "'");
        }
    }
}
