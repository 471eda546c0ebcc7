package tessera.demo.prometheus.promql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.prometheus.promql.PromqlNode.AggregationNode;
import tessera.demo.prometheus.promql.PromqlNode.ConstantNode;
import tessera.demo.prometheus.promql.PromqlNode.FunctionNode;
import tessera.demo.prometheus.promql.PromqlNode.LabelGrouping;
import tessera.demo.prometheus.promql.PromqlNode.OperatorNode;
import tessera.demo.prometheus.promql.PromqlNode.RangeNode;
import tessera.demo.prometheus.promql.PromqlNode.SelectorNode;

/** Understands queries. What it does not know it refuses with words. One query, one thread. */
public final class QueryParser {

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

    private final QueryTokens words;

    private QueryParser(String query) throws QueryException {
        words = new QueryTokens(query);
    }

    /** Understands a whole query. */
    public static PromqlNode parse(String query) throws QueryException {
        var parser = new QueryParser(query);
        if (parser.words.peek().isEmpty()) {
            throw QueryException
                    .badData("invalid parameter \"query\": unknown position: parse error: no expression found in "
                            + "input");
        }
        var whole = parser.level(0);
        if (!parser.words.peek().isEmpty()) {
            throw parser.words.unexpected("expected the end");
        }
        return whole;
    }

    /** Understands a selector alone, as the lists of series and labels take it. */
    public static List<LabelMatcher> matchers(String text) throws QueryException {
        if (parse(text) instanceof SelectorNode(var matchers)) {
            return matchers;
        }
        throw QueryException.badData("invalid parameter \"match[]\": expected a selector of series");
    }

    /** A duration such as {@code 5m} or {@code 1h30m}. */
    public static Duration duration(String text) throws QueryException {
        var all = Duration.ZERO;
        var matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw QueryException.badData("not a valid duration string: \"" + text + "\"");
            }
            all = all.plus(UNITS.getOrDefault(matcher.group(2), Duration.ZERO)
                    .multipliedBy(Long.parseLong(matcher.group(1))));
            at = matcher.end();
        }
        if (all.isZero()) {
            throw QueryException.badData("duration must be greater than 0");
        }
        return all;
    }

    private PromqlNode level(int level) throws QueryException {
        if (level == LEVELS.size()) {
            return power();
        }
        var left = level(level + 1);
        while (LEVELS.get(level).contains(words.peek())) {
            var operator = words.take();
            left = binary(operator, left, level + 1);
        }
        return left;
    }

    private PromqlNode binary(String operator, PromqlNode left, int level) throws QueryException {
        boolean bool = COMPARISONS.contains(operator) && words.took("bool");
        var matching = matching();
        if (words.peek().equals("group_left") || words.peek().equals("group_right")) {
            throw QueryException.badData("the simulated Prometheus does not evaluate " + words.peek());
        }
        return new OperatorNode(operator, left, level(level), matching, bool);
    }

    private @Nullable LabelGrouping matching() throws QueryException {
        boolean on = words.peek().equals("on");
        if (on || words.peek().equals("ignoring")) {
            words.take();
            return new LabelGrouping(labels(), !on);
        }
        return null;
    }

    private PromqlNode power() throws QueryException {
        if (words.took("-")) {
            return new OperatorNode("*", new ConstantNode(-1), power(), null, false);
        }
        if (words.took("+")) {
            return power();
        }
        var base = ranged();
        return words.took("^") ? new OperatorNode("^", base, power(), null, false) : base;
    }

    /** With what may follow: a time, and nothing else that is evaluated here. */
    private PromqlNode ranged() throws QueryException {
        var of = primary();
        if (words.took("[")) {
            var window = duration(words.take());
            if (words.peek().equals(":")) {
                throw QueryException.badData("the simulated Prometheus does not evaluate subqueries");
            }
            words.expect("]");
            if (!(of instanceof SelectorNode selector)) {
                throw QueryException.badData("invalid parameter \"query\": parse error: ranges only allowed for vector "
                        + "selectors");
            }
            of = new RangeNode(selector, window);
        }
        if (words.peek().equals("offset") || words.peek().equals("@")) {
            throw QueryException.badData("the simulated Prometheus does not evaluate " + words.peek());
        }
        return of;
    }

    private PromqlNode primary() throws QueryException {
        var word = words.peek();
        if (words.took("(")) {
            var inner = level(0);
            words.expect(")");
            return inner;
        }
        if (word.equals("{")) {
            return selector("");
        }
        if (!word.isEmpty() && (Character.isDigit(word.charAt(0)) || word.charAt(0) == '.')) {
            return number(words.take());
        }
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("nan")) {
            words.take();
            return new ConstantNode(word.equalsIgnoreCase("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        var name = words.name();
        if (AGGREGATIONS.contains(name) && List.of("(", "by", "without").contains(words.peek())) {
            return aggregation(name);
        }
        if (words.peek().equals("(")) {
            return new FunctionNode(EvaluatedFunctions.known(name), arguments());
        }
        return selector(name);
    }

    private static ConstantNode number(String word) throws QueryException {
        try {
            return new ConstantNode(Double.parseDouble(word));
        } catch (NumberFormatException _) {
            throw QueryException.badData("invalid parameter \"query\": parse error: bad number \"" + word + "\"");
        }
    }

    private SelectorNode selector(String name) throws QueryException {
        var matchers = new ArrayList<LabelMatcher>();
        if (!name.isEmpty()) {
            matchers.add(LabelMatcher.of(LabelMatcher.NAME, "=", name));
        }
        if (words.took("{")) {
            while (!words.took("}")) {
                var label = words.name();
                var operator = words.take();
                if (!Set.of("=", "!=", "=~", "!~").contains(operator)) {
                    throw QueryException.badData("invalid parameter \"query\": parse error: unexpected \"" + operator
                            + "\" in label matching");
                }
                matchers.add(LabelMatcher.of(label, operator, words.text()));
                if (!words.took(",") && !words.peek().equals("}")) {
                    throw words.unexpected("expected \",\" or \"}\"");
                }
            }
        }
        if (matchers.stream().allMatch(matcher -> matcher.passes(""))) {
            throw QueryException
                    .badData("invalid parameter \"query\": parse error: vector selector must contain at least one "
                            + "non-empty matcher");
        }
        return new SelectorNode(matchers);
    }

    private List<String> labels() throws QueryException {
        var labels = new ArrayList<String>();
        words.expect("(");
        while (!words.took(")")) {
            labels.add(words.name());
            if (!words.took(",") && !words.peek().equals(")")) {
                throw words.unexpected("expected \",\" or \")\"");
            }
        }
        return labels;
    }

    private @Nullable LabelGrouping grouping() throws QueryException {
        boolean by = words.peek().equals("by");
        if (by || words.peek().equals("without")) {
            words.take();
            return new LabelGrouping(labels(), !by);
        }
        return null;
    }

    private PromqlNode aggregation(String operator) throws QueryException {
        var before = grouping();
        var arguments = arguments();
        var grouping = before == null ? grouping() : before;
        boolean two = WITH_PARAMETER.contains(operator);
        if (arguments.size() != (two ? 2 : 1)) {
            throw QueryException
                    .badData("invalid parameter \"query\": parse error: wrong number of arguments for aggregate "
                            + "expression provided, expected %d, got %d".formatted(two ? 2 : 1, arguments.size()));
        }
        return new AggregationNode(operator, arguments.getLast(), two ? arguments.getFirst() : null,
                grouping == null ? new LabelGrouping(List.of(), false) : grouping);
    }

    private List<PromqlNode> arguments() throws QueryException {
        var arguments = new ArrayList<PromqlNode>();
        words.expect("(");
        while (!words.took(")")) {
            arguments.add(level(0));
            if (!words.took(",") && !words.peek().equals(")")) {
                throw words.unexpected("expected \",\" or \")\"");
            }
        }
        return arguments;
    }
}
