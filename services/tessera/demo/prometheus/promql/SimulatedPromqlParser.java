package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.AggregationNode;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.BinaryOperatorNode;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.FunctionNode;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.LabelGrouping;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.NumberLiteralNode;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.RangeSelectorNode;
import tessera.demo.prometheus.promql.PromqlSyntaxNode.VectorSelectorNode;

/** A parser of queries. What it does not know it refuses with words. One query, one thread. */
public final class SimulatedPromqlParser {

    static final Set<String> COMPARISONS = Set.of("==", "!=", "<", ">", "<=", ">=");
    static final Set<String> SETS = Set.of("and", "or", "unless");
    private static final List<Set<String>> LEVELS = List.of(Set.of("or"), Set.of("and", "unless"), COMPARISONS,
            Set.of("+", "-"), Set.of("*", "/", "%"));
    private static final Set<String> WITH_PARAMETER = Set.of("topk", "bottomk", "quantile");
    private static final Set<String> AGGREGATIONS = Set.of("sum", "avg", "min", "max", "count", "group", "topk",
            "bottomk", "quantile");
    private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhdwy])");
    private static final Map<String, Duration> UNITS = Map.of("ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1), "w", Duration.ofDays(7),
            "y", Duration.ofDays(365));

    private final SimulatedPromqlTokenizer words;

    private SimulatedPromqlParser(String query) throws PromqlQueryException {
        words = new SimulatedPromqlTokenizer(query);
    }

    /** Parses a whole query. */
    public static PromqlSyntaxNode parse(String query) throws PromqlQueryException {
        var parser = new SimulatedPromqlParser(query);
        if (parser.words.peek().isEmpty()) {
            throw PromqlQueryException
                    .badData("invalid parameter \"query\": unknown position: parse error: no expression found in "
                            + "input");
        }
        var whole = parser.parseLevel(0);
        if (!parser.words.peek().isEmpty()) {
            throw parser.words.unexpectedToken("expected the end");
        }
        return whole;
    }

    /** Parses a selector alone, as the lists of series and labels take it. */
    public static List<SeriesLabelMatcher> parseMatchers(String text) throws PromqlQueryException {
        if (parse(text) instanceof VectorSelectorNode(var matchers)) {
            return matchers;
        }
        throw PromqlQueryException.badData("invalid parameter \"match[]\": expected a selector of series");
    }

    /** Parses a duration such as {@code 5m} or {@code 1h30m}. */
    public static Duration parseDuration(String text) throws PromqlQueryException {
        var all = Duration.ZERO;
        var matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw PromqlQueryException.badData("not a valid duration string: \"" + text + "\"");
            }
            all = all.plus(UNITS.getOrDefault(matcher.group(2), Duration.ZERO)
                    .multipliedBy(Long.parseLong(matcher.group(1))));
            at = matcher.end();
        }
        if (all.isZero()) {
            throw PromqlQueryException.badData("duration must be greater than 0");
        }
        return all;
    }

    private PromqlSyntaxNode parseLevel(int level) throws PromqlQueryException {
        if (level == LEVELS.size()) {
            return parsePower();
        }
        var left = parseLevel(level + 1);
        while (LEVELS.get(level).contains(words.peek())) {
            var operator = words.takeToken();
            left = parseBinary(operator, left, level + 1);
        }
        return left;
    }

    private PromqlSyntaxNode parseBinary(String operator, PromqlSyntaxNode left, int level)
            throws PromqlQueryException {
        boolean bool = COMPARISONS.contains(operator) && words.takeIf("bool");
        var matching = parseMatching();
        if (words.peek().equals("group_left") || words.peek().equals("group_right")) {
            throw PromqlQueryException.badData("the simulated Prometheus does not evaluate " + words.peek());
        }
        return new BinaryOperatorNode(operator, left, parseLevel(level), matching, bool);
    }

    private @Nullable LabelGrouping parseMatching() throws PromqlQueryException {
        boolean on = words.peek().equals("on");
        if (on || words.peek().equals("ignoring")) {
            words.takeToken();
            return new LabelGrouping(parseLabels(), !on);
        }
        return null;
    }

    private PromqlSyntaxNode parsePower() throws PromqlQueryException {
        if (words.takeIf("-")) {
            return new BinaryOperatorNode("*", new NumberLiteralNode(-1), parsePower(), null, false);
        }
        if (words.takeIf("+")) {
            return parsePower();
        }
        var base = parseRange();
        return words.takeIf("^") ? new BinaryOperatorNode("^", base, parsePower(), null, false) : base;
    }

    /** Parses an expression with the range that may follow it; offsets and the like are refused. */
    private PromqlSyntaxNode parseRange() throws PromqlQueryException {
        var of = parsePrimary();
        if (words.takeIf("[")) {
            var window = parseDuration(words.takeToken());
            if (words.peek().equals(":")) {
                throw PromqlQueryException.badData("the simulated Prometheus does not evaluate subqueries");
            }
            words.expectToken("]");
            if (!(of instanceof VectorSelectorNode selector)) {
                throw PromqlQueryException
                        .badData("invalid parameter \"query\": parse error: ranges only allowed for vector "
                                + "selectors");
            }
            of = new RangeSelectorNode(selector, window);
        }
        if (words.peek().equals("offset") || words.peek().equals("@")) {
            throw PromqlQueryException.badData("the simulated Prometheus does not evaluate " + words.peek());
        }
        return of;
    }

    private PromqlSyntaxNode parsePrimary() throws PromqlQueryException {
        var word = words.peek();
        if (words.takeIf("(")) {
            var inner = parseLevel(0);
            words.expectToken(")");
            return inner;
        }
        if (word.equals("{")) {
            return parseSelector("");
        }
        if (!word.isEmpty() && (Character.isDigit(word.charAt(0)) || word.charAt(0) == '.')) {
            return parseNumber(words.takeToken());
        }
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("nan")) {
            words.takeToken();
            return new NumberLiteralNode(word.equalsIgnoreCase("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        var name = words.takeName();
        if (AGGREGATIONS.contains(name) && List.of("(", "by", "without").contains(words.peek())) {
            return parseAggregation(name);
        }
        if (words.peek().equals("(")) {
            return new FunctionNode(SimulatedPromqlFunctions.requireKnown(name), parseArguments());
        }
        return parseSelector(name);
    }

    private static NumberLiteralNode parseNumber(String word) throws PromqlQueryException {
        try {
            return new NumberLiteralNode(Double.parseDouble(word));
        } catch (NumberFormatException _) {
            throw PromqlQueryException.badData("invalid parameter \"query\": parse error: bad number \"" + word + "\"");
        }
    }

    private VectorSelectorNode parseSelector(String name) throws PromqlQueryException {
        var matchers = new ArrayList<SeriesLabelMatcher>();
        if (!name.isEmpty()) {
            matchers.add(SeriesLabelMatcher.of(SeriesLabelMatcher.NAME, "=", name));
        }
        if (words.takeIf("{")) {
            while (!words.takeIf("}")) {
                var label = words.takeName();
                var operator = words.takeToken();
                if (!Set.of("=", "!=", "=~", "!~").contains(operator)) {
                    throw PromqlQueryException
                            .badData("invalid parameter \"query\": parse error: unexpected \"" + operator
                                    + "\" in label matching");
                }
                matchers.add(SeriesLabelMatcher.of(label, operator, words.takeText()));
                if (!words.takeIf(",") && !words.peek().equals("}")) {
                    throw words.unexpectedToken("expected \",\" or \"}\"");
                }
            }
        }
        if (matchers.stream().allMatch(matcher -> matcher.matchesValue(""))) {
            throw PromqlQueryException
                    .badData("invalid parameter \"query\": parse error: vector selector must contain at least one "
                            + "non-empty matcher");
        }
        return new VectorSelectorNode(matchers);
    }

    private List<String> parseLabels() throws PromqlQueryException {
        var labels = new ArrayList<String>();
        words.expectToken("(");
        while (!words.takeIf(")")) {
            labels.add(words.takeName());
            if (!words.takeIf(",") && !words.peek().equals(")")) {
                throw words.unexpectedToken("expected \",\" or \")\"");
            }
        }
        return labels;
    }

    private @Nullable LabelGrouping parseGrouping() throws PromqlQueryException {
        boolean by = words.peek().equals("by");
        if (by || words.peek().equals("without")) {
            words.takeToken();
            return new LabelGrouping(parseLabels(), !by);
        }
        return null;
    }

    private PromqlSyntaxNode parseAggregation(String operator) throws PromqlQueryException {
        var before = parseGrouping();
        var arguments = parseArguments();
        var grouping = before == null ? parseGrouping() : before;
        boolean two = WITH_PARAMETER.contains(operator);
        if (arguments.size() != (two ? 2 : 1)) {
            throw PromqlQueryException
                    .badData("invalid parameter \"query\": parse error: wrong number of arguments for aggregate "
                            + "expression provided, expected %d, got %d".formatted(two ? 2 : 1, arguments.size()));
        }
        return new AggregationNode(operator, arguments.getLast(), two ? arguments.getFirst() : null,
                grouping == null ? new LabelGrouping(List.of(), false) : grouping);
    }

    private List<PromqlSyntaxNode> parseArguments() throws PromqlQueryException {
        var arguments = new ArrayList<PromqlSyntaxNode>();
        words.expectToken("(");
        while (!words.takeIf(")")) {
            arguments.add(parseLevel(0));
            if (!words.takeIf(",") && !words.peek().equals(")")) {
                throw words.unexpectedToken("expected \",\" or \")\"");
            }
        }
        return arguments;
    }
}
