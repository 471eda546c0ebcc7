package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tessera.lint.promql.PromqlExpression.AggregateExpression;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.NumberLiteral;
import tessera.lint.promql.PromqlExpression.RangeSelector;
import tessera.lint.promql.PromqlExpression.StringLiteral;
import tessera.lint.promql.PromqlExpression.VectorSelector;
import tessera.lint.promql.PromqlTypes.VectorMatching;

/** Parses queries as Prometheus does. What is only experimental there is taken. One query, one thread. */
public final class PromqlParser {

    private static final List<Set<String>> LEVELS = List.of(Set.of("or"), Set.of("and", "unless"),
            Set.of("==", "!=", "<", ">", "<=", ">="), Set.of("+", "-"), Set.of("*", "/", "%", "atan2"));
    private static final Set<String> AGGREGATIONS = Set.of("sum", "avg", "min", "max", "count", "group", "stddev",
            "stdvar", "topk", "bottomk", "quantile", "count_values", "limitk", "limit_ratio");
    private static final Set<String> WITH_PARAMETER = Set.of("topk", "bottomk", "quantile", "count_values", "limitk",
            "limit_ratio");
    private static final int DEEPEST = 100;
    /** More than a person writes, and few enough that what is made of them can be walked. */
    private static final int MOST_OPERATORS = 500;

    private final PromqlTokens tokens;
    private int depth;
    private int operators;

    private PromqlParser(String query) throws PromqlException {
        tokens = new PromqlTokens(query);
    }

    /** Parses a whole query. */
    public static PromqlExpression parse(String query) throws PromqlException {
        var parser = new PromqlParser(query);
        if (parser.tokens.peek().isEmpty()) {
            throw new PromqlException("the query is empty");
        }
        var whole = parser.level(0);
        if (!parser.tokens.peek().isEmpty()) {
            throw parser.tokens.unexpected("expected an operator or the end of the query");
        }
        return moment(whole, "a rule");
    }

    private PromqlExpression level(int level) throws PromqlException {
        if (level == LEVELS.size()) {
            return signed();
        }
        var left = level(level + 1);
        while (LEVELS.get(level).contains(tokens.word())) {
            var operator = tokens.take().toLowerCase(Locale.ROOT);
            if (++operators > MOST_OPERATORS) {
                throw new PromqlException("it has too many operators to be checked", false);
            }
            var matching = matching();
            var binary = new BinaryExpression(operator, moment(left, operator), moment(level(level + 1), operator));
            PromqlTypes.check(binary, matching);
            left = binary;
        }
        return left;
    }

    private VectorMatching matching() throws PromqlException {
        boolean bool = tokens.took("bool");
        boolean matched = tokens.took("on") || tokens.took("ignoring");
        boolean named = matched && labels();
        boolean grouped = tokens.took("group_left") || tokens.took("group_right");
        if (grouped && !matched) {
            throw new PromqlException("group_left and group_right stand behind on or ignoring");
        }
        if (grouped && tokens.peek().equals("(")) {
            labels();
        }
        return new VectorMatching(bool, named, grouped);
    }

    private PromqlExpression signed() throws PromqlException {
        if (++depth > DEEPEST) {
            throw new PromqlException("it is nested too deeply to be checked", false);
        }
        boolean negative = tokens.took("-");
        var expression = negative || tokens.took("+") ? signed() : power();
        depth--;
        return negative ? new BinaryExpression("*", new NumberLiteral(-1), expression) : expression;
    }

    private PromqlExpression power() throws PromqlException {
        var base = modified();
        return tokens.took("^") ? new BinaryExpression("^", base, signed()) : base;
    }

    /** With what may follow: a time over which it is taken, or another moment. */
    private PromqlExpression modified() throws PromqlException {
        var of = primary();
        while (true) {
            if (tokens.took("[")) {
                of = range(of);
            } else if (tokens.took("offset")) {
                tokens.took("-");
                tokens.take();
            } else if (tokens.took("@")) {
                instant();
            } else if (!tokens.took("anchored") && !tokens.took("smoothed")) {
                return of;
            }
        }
    }

    /** What stands behind an @: seconds since 1970, or an end of what is asked for. */
    private void instant() throws PromqlException {
        boolean signed = tokens.took("-") || tokens.took("+");
        if (!signed && (tokens.took("start") || tokens.took("end"))) {
            tokens.expect("(", "@");
            tokens.expect(")", "(");
        } else if (tokens.isNumber()) {
            tokens.take();
        } else {
            throw tokens.unexpected("behind @ comes a time in seconds, start() or end()");
        }
    }

    private RangeSelector range(PromqlExpression of) throws PromqlException {
        boolean steps = false;
        int open = 1;
        int length = 0;
        while (open > 0) {
            var token = tokens.take();
            if (token.isEmpty()) {
                throw new PromqlException("“[” is not closed");
            }
            // A name may begin with a colon, and what stands behind one here is the step.
            steps |= token.startsWith(":");
            open += token.equals("[") ? 1 : 0;
            open -= token.equals("]") ? 1 : 0;
            length++;
        }
        if (length == 1) {
            throw new PromqlException("“[]” has no duration, such as [5m]");
        }
        if (of instanceof RangeSelector || (!steps && !(of instanceof VectorSelector))) {
            throw new PromqlException("only a selector takes a range such as [5m]; a subquery is written [5m:]");
        }
        return new RangeSelector(of);
    }

    private PromqlExpression primary() throws PromqlException {
        var token = tokens.peek();
        if (tokens.took("(")) {
            var inner = level(0);
            tokens.expect(")", "(");
            return inner;
        }
        if (token.equals("{")) {
            return new SelectorParser(tokens, "").parse();
        }
        if (tokens.isQuoted()) {
            return new StringLiteral(PromqlTokens.unquoted(tokens.take()));
        }
        if (tokens.isNumber()) {
            return new NumberLiteral(number(tokens.take()));
        }
        if (tokens.word().equals("inf") || tokens.word().equals("nan")) {
            return new NumberLiteral(tokens.take().equalsIgnoreCase("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        if (!tokens.isName()) {
            throw tokens.unexpected("expected a metric, a number or a function");
        }
        boolean aggregates = AGGREGATIONS.contains(tokens.word());
        var name = tokens.take();
        if (aggregates && Set.of("(", "by", "without").contains(tokens.word())) {
            return aggregation(name.toLowerCase(Locale.ROOT));
        }
        return tokens.peek().equals("(") ? call(name) : new SelectorParser(tokens, name).parse();
    }

    /** A duration is a number of seconds to newer ones; what it is does not matter here. */
    private static double number(String token) {
        try {
            return token.matches("0[xX].*") ? Long.parseLong(token.substring(2), 16)
                    : Double.parseDouble(token.replace("_", ""));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private boolean labels() throws PromqlException {
        tokens.expect("(", "by, without, on or ignoring");
        boolean any = !tokens.peek().equals(")");
        while (!tokens.took(")")) {
            if (!tokens.isName() && !tokens.isQuoted()) {
                throw tokens.peek().isEmpty() ? new PromqlException("the list of labels lacks its “)”")
                        : tokens.unexpected("expected a label name");
            }
            tokens.take();
            if (!tokens.took(",") && !tokens.peek().equals(")")) {
                throw tokens.peek().isEmpty() ? new PromqlException("the list of labels lacks its “)”")
                        : tokens.unexpected("expected “,” or “)” after a label");
            }
        }
        return any;
    }

    private AggregateExpression aggregation(String operator) throws PromqlException {
        boolean before = grouped();
        var arguments = arguments(operator);
        if (!before) {
            grouped();
        }
        int wanted = WITH_PARAMETER.contains(operator) ? 2 : 1;
        if (arguments.size() != wanted) {
            throw new PromqlException("%s takes %d argument%s, and has %d".formatted(operator, wanted,
                    wanted == 1 ? "" : "s", arguments.size()));
        }
        moment(arguments.getLast(), operator);
        var aggregation = new AggregateExpression(operator, arguments);
        PromqlTypes.check(aggregation);
        return aggregation;
    }

    private boolean grouped() throws PromqlException {
        boolean groups = tokens.took("by") || tokens.took("without");
        if (groups) {
            labels();
        }
        return groups;
    }

    private FunctionCall call(String name) throws PromqlException {
        PromqlFunctions.known(name);
        var call = new FunctionCall(name, arguments(name));
        PromqlFunctions.check(call);
        return call;
    }

    private List<PromqlExpression> arguments(String of) throws PromqlException {
        var arguments = new ArrayList<PromqlExpression>();
        tokens.expect("(", of);
        while (!tokens.took(")")) {
            arguments.add(level(0));
            if (!tokens.took(",") && !tokens.peek().equals(")")) {
                throw tokens.peek().isEmpty() ? new PromqlException("“%s(” is not closed".formatted(of))
                        : tokens.unexpected("expected “,” or “)” in %s(…)".formatted(of));
            }
        }
        return arguments;
    }

    private static PromqlExpression moment(PromqlExpression expression, String of) throws PromqlException {
        if (expression instanceof RangeSelector) {
            throw new PromqlException(
                    "%s takes an instant vector: wrap the range vector in rate(…) or a function like it".formatted(of));
        }
        return expression;
    }
}
