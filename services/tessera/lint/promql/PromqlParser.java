package tessera.lint.promql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.promql.PromqlExpression.AggregateExpression;
import tessera.lint.promql.PromqlExpression.BinaryExpression;
import tessera.lint.promql.PromqlExpression.FunctionCall;
import tessera.lint.promql.PromqlExpression.NumberLiteral;
import tessera.lint.promql.PromqlExpression.RangeSelector;
import tessera.lint.promql.PromqlExpression.StringLiteral;
import tessera.lint.promql.PromqlExpression.VectorSelector;
import tessera.lint.promql.PromqlTypeCheck.PromqlFunctionCatalog;
import tessera.lint.promql.PromqlTypeCheck.VectorMatching;

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

    private final PromqlTokenReader tokens;
    private int depth;
    private int operators;

    private PromqlParser(String query) throws PromqlException {
        tokens = new PromqlTokenReader(query);
    }

    /** Parses a whole query. */
    public static PromqlExpression parse(String query) throws PromqlException {
        var parser = new PromqlParser(query);
        if (parser.tokens.peek().isEmpty()) {
            throw new PromqlException(new PromqlErrorReason.EmptyQuery());
        }
        var whole = parser.parseLevel(0);
        if (!parser.tokens.peek().isEmpty()) {
            throw parser.tokens.unexpected(new PromqlErrorReason.ExpectedQueryEnd());
        }
        return requireInstant(whole, "");
    }

    private PromqlExpression parseLevel(int level) throws PromqlException {
        if (level == LEVELS.size()) {
            return parseSigned();
        }
        var left = parseLevel(level + 1);
        while (LEVELS.get(level).contains(tokens.peekKeyword())) {
            var operator = tokens.take().toLowerCase(Locale.ROOT);
            if (++operators > MOST_OPERATORS) {
                throw new PromqlException(new PromqlErrorReason.TooManyOperators(), false);
            }
            var matching = parseMatching();
            var binary = new BinaryExpression(operator, requireInstant(left, operator),
                    requireInstant(parseLevel(level + 1), operator));
            PromqlTypeCheck.checkBinary(binary, matching);
            left = binary;
        }
        return left;
    }

    private VectorMatching parseMatching() throws PromqlException {
        boolean bool = tokens.takeIf("bool");
        boolean matched = tokens.takeIf("on") || tokens.takeIf("ignoring");
        boolean named = matched && parseLabels();
        boolean grouped = tokens.takeIf("group_left") || tokens.takeIf("group_right");
        if (grouped && !matched) {
            throw new PromqlException(new PromqlErrorReason.GroupWithoutMatching());
        }
        if (grouped && tokens.peek().equals("(")) {
            parseLabels();
        }
        return new VectorMatching(bool, named, grouped);
    }

    private PromqlExpression parseSigned() throws PromqlException {
        if (++depth > DEEPEST) {
            throw new PromqlException(new PromqlErrorReason.TooDeepQuery(), false);
        }
        boolean negative = tokens.takeIf("-");
        var expression = negative || tokens.takeIf("+") ? parseSigned() : parsePower();
        depth--;
        return negative ? new BinaryExpression("*", new NumberLiteral(-1), expression) : expression;
    }

    private PromqlExpression parsePower() throws PromqlException {
        var base = parseModified();
        return tokens.takeIf("^") ? new BinaryExpression("^", base, parseSigned()) : base;
    }

    /** Parses an expression with an optional range, offset or @ modifier. */
    private PromqlExpression parseModified() throws PromqlException {
        var of = parsePrimary();
        while (true) {
            if (tokens.takeIf("[")) {
                of = parseRange(of);
            } else if (tokens.takeIf("offset")) {
                tokens.takeIf("-");
                tokens.take();
            } else if (tokens.takeIf("@")) {
                parseInstant();
            } else if (!tokens.takeIf("anchored") && !tokens.takeIf("smoothed")) {
                return of;
            }
        }
    }

    /** Parses what follows an @: seconds since 1970, or an end of the queried range. */
    private void parseInstant() throws PromqlException {
        boolean signed = tokens.takeIf("-") || tokens.takeIf("+");
        if (!signed && (tokens.takeIf("start") || tokens.takeIf("end"))) {
            tokens.expect("(", "@");
            tokens.expect(")", "(");
        } else if (tokens.isNumber()) {
            tokens.take();
        } else {
            throw tokens.unexpected(new PromqlErrorReason.ExpectedInstant());
        }
    }

    private RangeSelector parseRange(PromqlExpression of) throws PromqlException {
        boolean steps = false;
        int open = 1;
        int length = 0;
        while (open > 0) {
            var token = tokens.take();
            if (token.isEmpty()) {
                throw new PromqlException(new PromqlErrorReason.UnclosedQueryPart("["));
            }
            // A name may begin with a colon, and what stands behind one here is the step.
            steps |= token.startsWith(":");
            open += token.equals("[") ? 1 : 0;
            open -= token.equals("]") ? 1 : 0;
            length++;
        }
        if (length == 1) {
            throw new PromqlException(new PromqlErrorReason.EmptyRange());
        }
        if (of instanceof RangeSelector || (!steps && !(of instanceof VectorSelector))) {
            throw new PromqlException(new PromqlErrorReason.RangeWithoutSelector());
        }
        return new RangeSelector(of);
    }

    private PromqlExpression parsePrimary() throws PromqlException {
        var token = tokens.peek();
        if (tokens.takeIf("(")) {
            var inner = parseLevel(0);
            tokens.expect(")", "(");
            return inner;
        }
        if (token.equals("{")) {
            return new SeriesSelectorParser(tokens, "").parse();
        }
        if (tokens.isQuoted()) {
            return new StringLiteral(PromqlTokenReader.unquotedText(tokens.take()));
        }
        if (tokens.isNumber()) {
            return new NumberLiteral(parseNumber(tokens.take()));
        }
        if (tokens.peekKeyword().equals("inf") || tokens.peekKeyword().equals("nan")) {
            return new NumberLiteral(tokens.take().equalsIgnoreCase("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        if (!tokens.isName()) {
            throw tokens.unexpected(new PromqlErrorReason.ExpectedOperand());
        }
        boolean aggregates = AGGREGATIONS.contains(tokens.peekKeyword());
        var name = tokens.take();
        if (aggregates && Set.of("(", "by", "without").contains(tokens.peekKeyword())) {
            return parseAggregation(name.toLowerCase(Locale.ROOT));
        }
        if (tokens.peek().equals("(")) {
            return parseCall(name);
        }
        return new SeriesSelectorParser(tokens, name).parse();
    }

    /** Parses a number; newer versions take a duration as seconds, and its value does not matter here. */
    private static double parseNumber(String token) {
        try {
            if (token.matches("0[xX].*")) {
                return Long.parseLong(token.substring(2), 16);
            }
            return Double.parseDouble(token.replace("_", ""));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private boolean parseLabels() throws PromqlException {
        tokens.expect("(", "by/without/on/ignoring");
        boolean any = !tokens.peek().equals(")");
        while (!tokens.takeIf(")")) {
            if (!tokens.isName() && !tokens.isQuoted()) {
                throw tokens.peek().isEmpty() ? new PromqlException(new PromqlErrorReason.UnclosedLabelList())
                        : tokens.unexpected(new PromqlErrorReason.ExpectedLabelName());
            }
            tokens.take();
            if (!tokens.takeIf(",") && !tokens.peek().equals(")")) {
                throw tokens.peek().isEmpty() ? new PromqlException(new PromqlErrorReason.UnclosedLabelList())
                        : tokens.unexpected(new PromqlErrorReason.ExpectedAfterLabel());
            }
        }
        return any;
    }

    private AggregateExpression parseAggregation(String operator) throws PromqlException {
        boolean before = parseGrouping();
        var arguments = parseArguments(operator);
        if (!before) {
            parseGrouping();
        }
        int wanted = WITH_PARAMETER.contains(operator) ? 2 : 1;
        if (arguments.size() != wanted) {
            throw new PromqlException(new PromqlErrorReason.WrongArgumentCount(operator,
                    PromqlErrorReason.ArgumentBound.EXACTLY, wanted, arguments.size()));
        }
        requireInstant(arguments.getLast(), operator);
        var aggregation = new AggregateExpression(operator, arguments);
        PromqlTypeCheck.checkAggregation(aggregation);
        return aggregation;
    }

    private boolean parseGrouping() throws PromqlException {
        boolean groups = tokens.takeIf("by") || tokens.takeIf("without");
        if (groups) {
            parseLabels();
        }
        return groups;
    }

    private FunctionCall parseCall(String name) throws PromqlException {
        PromqlFunctionCatalog.requireKnown(name);
        var call = new FunctionCall(name, parseArguments(name));
        PromqlFunctionCatalog.checkCall(call);
        return call;
    }

    private List<PromqlExpression> parseArguments(String of) throws PromqlException {
        var arguments = new ArrayList<PromqlExpression>();
        tokens.expect("(", of);
        while (!tokens.takeIf(")")) {
            arguments.add(parseLevel(0));
            if (!tokens.takeIf(",") && !tokens.peek().equals(")")) {
                throw tokens.peek().isEmpty() ? new PromqlException(new PromqlErrorReason.UnclosedQueryPart(of + "("))
                        : tokens.unexpected(new PromqlErrorReason.ExpectedArgumentEnd(of));
            }
        }
        return arguments;
    }

    private static PromqlExpression requireInstant(PromqlExpression expression, String of) throws PromqlException {
        if (expression instanceof RangeSelector) {
            throw new PromqlException(new PromqlErrorReason.InstantVectorRequired(of));
        }
        return expression;
    }

    /** Parses a selector of series: a metric, labels, or both. One query, one thread. */
    private static final class SeriesSelectorParser {

        private static final Set<String> MATCHES = Set.of("=", "!=", "=~", "!~");
        private static final String NAME = "__name__";
        /** What matches a label that is not there, too, of what people write. */
        private static final Pattern ANYTHING = Pattern.compile("\\(?(?:\\.\\*)?\\)?|\\(?.*\\|\\)?|\\(?\\|.*\\)?");

        private final PromqlTokenReader tokens;
        private String metric;
        /** Whether anything is named that not every series has. */
        private boolean selective;

        SeriesSelectorParser(PromqlTokenReader tokens, String metric) {
            this.tokens = tokens;
            this.metric = metric;
            selective = !metric.isEmpty();
        }

        VectorSelector parse() throws PromqlException {
            if (tokens.takeIf("{")) {
                while (!tokens.takeIf("}")) {
                    parseMember();
                    if (!tokens.takeIf(",") && !tokens.peek().equals("}")) {
                        throw tokens.peek().isEmpty()
                                ? new PromqlException(new PromqlErrorReason.UnclosedQueryPart("{"))
                                : tokens.unexpected(new PromqlErrorReason.ExpectedEither(",", "}"));
                    }
                }
            }
            if (!selective) {
                throw new PromqlException(new PromqlErrorReason.UnselectiveSelector("{}"));
            }
            return new VectorSelector(metric);
        }

        private void parseMember() throws PromqlException {
            if (!tokens.isName() && !tokens.isQuoted()) {
                throw tokens.peek().isEmpty() ? new PromqlException(new PromqlErrorReason.UnclosedQueryPart("{"))
                        : tokens.unexpected(new PromqlErrorReason.ExpectedLabelName());
            }
            boolean quoted = tokens.isQuoted();
            var label = tokens.take();
            if (MATCHES.contains(tokens.peek())) {
                parseMatcher(label);
            } else if (quoted) {
                setMetric(PromqlTokenReader.unquotedText(label));
            } else {
                throw tokens.unexpected(new PromqlErrorReason.ExpectedLabelMatcher(label));
            }
        }

        private void parseMatcher(String label) throws PromqlException {
            var operator = tokens.take();
            if (!tokens.isQuoted()) {
                throw tokens.unexpected(new PromqlErrorReason.UnquotedLabelValue(label));
            }
            var value = PromqlTokenReader.unquotedText(tokens.take());
            var fault = operator.endsWith("~") ? GoRegexValidator.findError(value) : Optional.<GoRegexReason>empty();
            if (fault.isPresent()) {
                throw new PromqlException(new PromqlErrorReason.InvalidLabelRegex(value, fault.get()));
            }
            if (label.equals(NAME) && !metric.isEmpty()) {
                throw new PromqlException(new PromqlErrorReason.MetricNamedTwice(metric, ""));
            }
            if (label.equals(NAME) && operator.equals("=")) {
                metric = value;
            }
            boolean anything = operator.endsWith("~") ? ANYTHING.matcher(value).matches() : value.isEmpty();
            selective |= operator.startsWith("!") == anything;
        }

        private void setMetric(String quoted) throws PromqlException {
            if (!metric.isEmpty()) {
                throw new PromqlException(new PromqlErrorReason.MetricNamedTwice(metric, quoted));
            }
            metric = quoted;
            selective = true;
        }
    }
}
