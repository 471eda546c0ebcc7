package tessera.demo.prometheus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.AggregationNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.BinaryOperatorNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.FunctionCallNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.LabelGrouping;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.NumberLiteralNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.RangeSelectorNode;
import tessera.demo.prometheus.SimulatedPromqlSyntaxNode.VectorSelectorNode;

/** A parser of queries. What it does not know it refuses with words. One query, one thread. */
final class SimulatedPromqlParser {

    static final Set<String> SETS = Set.of("and", "or", "unless");
    private static final List<Set<String>> LEVELS = List.of(Set.of("or"), Set.of("and", "unless"),
            SimulatedPromqlSyntaxNode.COMPARISONS, Set.of("+", "-"), Set.of("*", "/", "%"));
    private static final Set<String> WITH_PARAMETER = Set.of("topk", "bottomk");
    private static final Set<String> AGGREGATIONS = Set.of("sum", "avg", "min", "max", "count", "topk", "bottomk");
    private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhdwy])");
    private static final Map<String, Duration> UNITS = Map.of("ms", Duration.ofMillis(1), "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1), "w", Duration.ofDays(7), "y",
            Duration.ofDays(365));

    private final SimulatedPromqlTokenizer tokenizer;

    private SimulatedPromqlParser(String query) throws SimulatedPromqlException {
        tokenizer = new SimulatedPromqlTokenizer(query);
    }

    static SimulatedPromqlSyntaxNode parse(String query) throws SimulatedPromqlException {
        var parser = new SimulatedPromqlParser(query);
        if (parser.tokenizer.peek().isEmpty()) {
            throw SimulatedPromqlException.badData(
                    "invalid parameter \"query\": unknown position: parse error: no expression found in " + "input");
        }
        var whole = parser.parseLevel(0);
        if (!parser.tokenizer.peek().isEmpty()) {
            throw parser.tokenizer.unexpectedToken("expected the end");
        }
        return whole;
    }

    /** Parses a selector alone, as the lists of series and labels take it. */
    static List<SimulatedPromqlLabelMatcher> parseMatchers(String text) throws SimulatedPromqlException {
        if (parse(text) instanceof VectorSelectorNode(var matchers)) {
            return matchers;
        }
        throw SimulatedPromqlException.badData("invalid parameter \"match[]\": expected a selector of series");
    }

    /** Parses a duration such as {@code 5m} or {@code 1h30m}. */
    static Duration parseDuration(String text) throws SimulatedPromqlException {
        var all = Duration.ZERO;
        var matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length()) {
            matcher.region(at, text.length());
            if (!matcher.lookingAt()) {
                throw SimulatedPromqlException.badData("not a valid duration string: \"" + text + "\"");
            }
            all = all.plus(
                    UNITS.getOrDefault(matcher.group(2), Duration.ZERO).multipliedBy(Long.parseLong(matcher.group(1))));
            at = matcher.end();
        }
        if (all.isZero()) {
            throw SimulatedPromqlException.badData("duration must be greater than 0");
        }
        return all;
    }

    private SimulatedPromqlSyntaxNode parseLevel(int level) throws SimulatedPromqlException {
        if (level == LEVELS.size()) {
            return parsePower();
        }
        var left = parseLevel(level + 1);
        while (LEVELS.get(level).contains(tokenizer.peek())) {
            var operator = tokenizer.takeToken();
            left = parseBinary(operator, left, level + 1);
        }
        return left;
    }

    private SimulatedPromqlSyntaxNode parseBinary(String operator, SimulatedPromqlSyntaxNode left, int level)
            throws SimulatedPromqlException {
        boolean bool = SimulatedPromqlSyntaxNode.COMPARISONS.contains(operator) && tokenizer.takeIf("bool");
        var matching = parseGrouping("on", "ignoring");
        if (tokenizer.peek().equals("group_left") || tokenizer.peek().equals("group_right")) {
            throw SimulatedPromqlException.notEvaluated(tokenizer.peek());
        }
        return new BinaryOperatorNode(operator, left, parseLevel(level), matching, bool);
    }

    /** Parses labels to group or match by, or to leave out; null where neither is said. */
    private @Nullable LabelGrouping parseGrouping(String including, String excluding) throws SimulatedPromqlException {
        if (tokenizer.takeIf(including)) {
            return new LabelGrouping(parseLabels(), false);
        }
        return tokenizer.takeIf(excluding) ? new LabelGrouping(parseLabels(), true) : null;
    }

    private SimulatedPromqlSyntaxNode parsePower() throws SimulatedPromqlException {
        if (tokenizer.takeIf("-")) {
            return new BinaryOperatorNode("*", new NumberLiteralNode(-1), parsePower(), null, false);
        }
        if (tokenizer.takeIf("+")) {
            return parsePower();
        }
        var base = parseRange();
        return tokenizer.takeIf("^") ? new BinaryOperatorNode("^", base, parsePower(), null, false) : base;
    }

    /** Parses an expression with the range that may follow it; offsets and the like are refused. */
    private SimulatedPromqlSyntaxNode parseRange() throws SimulatedPromqlException {
        var of = parsePrimary();
        if (tokenizer.takeIf("[")) {
            var window = parseDuration(tokenizer.takeToken());
            if (tokenizer.peek().equals(":")) {
                throw SimulatedPromqlException.notEvaluated("subqueries");
            }
            tokenizer.expectToken("]");
            if (!(of instanceof VectorSelectorNode selector)) {
                throw SimulatedPromqlException.parseError("ranges only allowed for vector selectors");
            }
            of = new RangeSelectorNode(selector, window);
        }
        if (tokenizer.peek().equals("offset") || tokenizer.peek().equals("@")) {
            throw SimulatedPromqlException.notEvaluated(tokenizer.peek());
        }
        return of;
    }

    private SimulatedPromqlSyntaxNode parsePrimary() throws SimulatedPromqlException {
        var word = tokenizer.peek();
        if (tokenizer.takeIf("(")) {
            var inner = parseLevel(0);
            tokenizer.expectToken(")");
            return inner;
        }
        if (word.equals("{")) {
            return parseSelector("");
        }
        if (!word.isEmpty() && (Character.isDigit(word.charAt(0)) || word.charAt(0) == '.')) {
            return parseNumber(tokenizer.takeToken());
        }
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("nan")) {
            tokenizer.takeToken();
            return new NumberLiteralNode(word.equalsIgnoreCase("inf") ? Double.POSITIVE_INFINITY : Double.NaN);
        }
        var name = tokenizer.takeName();
        if (AGGREGATIONS.contains(name) && List.of("(", "by", "without").contains(tokenizer.peek())) {
            return parseAggregation(name);
        }
        if (tokenizer.peek().equals("(")) {
            return new FunctionCallNode(SimulatedPromqlFunctions.requireKnown(name), parseArguments());
        }
        return parseSelector(name);
    }

    private static NumberLiteralNode parseNumber(String word) throws SimulatedPromqlException {
        try {
            return new NumberLiteralNode(Double.parseDouble(word));
        } catch (NumberFormatException _) {
            throw SimulatedPromqlException.parseError("bad number \"" + word + "\"");
        }
    }

    private VectorSelectorNode parseSelector(String name) throws SimulatedPromqlException {
        var matchers = new ArrayList<SimulatedPromqlLabelMatcher>();
        if (!name.isEmpty()) {
            matchers.add(SimulatedPromqlLabelMatcher.of(SimulatedPromqlLabelMatcher.NAME, "=", name));
        }
        if (tokenizer.takeIf("{")) {
            parseList("}", () -> matchers.add(parseMatcher()));
        }
        if (matchers.stream().allMatch(matcher -> matcher.matchesValue(""))) {
            throw SimulatedPromqlException.parseError("vector selector must contain at least one non-empty matcher");
        }
        return new VectorSelectorNode(matchers);
    }

    private SimulatedPromqlLabelMatcher parseMatcher() throws SimulatedPromqlException {
        var label = tokenizer.takeName();
        var operator = tokenizer.takeToken();
        if (!Set.of("=", "!=", "=~", "!~").contains(operator)) {
            throw SimulatedPromqlException.parseError("unexpected \"" + operator + "\" in label matching");
        }
        return SimulatedPromqlLabelMatcher.of(label, operator, tokenizer.takeText());
    }

    /** A parser of one entry of a list. */
    private interface ListEntryParser {
        void parseEntry() throws SimulatedPromqlException;
    }

    /** Parses the rest of a list whose entries have commas between them. */
    private void parseList(String end, ListEntryParser parser) throws SimulatedPromqlException {
        while (!tokenizer.takeIf(end)) {
            parser.parseEntry();
            if (!tokenizer.takeIf(",") && !tokenizer.peek().equals(end)) {
                throw tokenizer.unexpectedToken("expected \",\" or \"" + end + "\"");
            }
        }
    }

    private List<String> parseLabels() throws SimulatedPromqlException {
        var labels = new ArrayList<String>();
        tokenizer.expectToken("(");
        parseList(")", () -> labels.add(tokenizer.takeName()));
        return labels;
    }

    private SimulatedPromqlSyntaxNode parseAggregation(String operator) throws SimulatedPromqlException {
        var before = parseGrouping("by", "without");
        var arguments = parseArguments();
        var grouping = before == null ? parseGrouping("by", "without") : before;
        boolean two = WITH_PARAMETER.contains(operator);
        if (arguments.size() != (two ? 2 : 1)) {
            throw SimulatedPromqlException.parseError("wrong number of arguments for aggregate expression provided, "
                    + "expected %d, got %d".formatted(two ? 2 : 1, arguments.size()));
        }
        return new AggregationNode(operator, arguments.getLast(), two ? arguments.getFirst() : null,
                grouping == null ? new LabelGrouping(List.of(), false) : grouping);
    }

    private List<SimulatedPromqlSyntaxNode> parseArguments() throws SimulatedPromqlException {
        var arguments = new ArrayList<SimulatedPromqlSyntaxNode>();
        tokenizer.expectToken("(");
        parseList(")", () -> arguments.add(parseLevel(0)));
        return arguments;
    }

    /** The tokens of a query, read one after the other. One thread. */
    private static final class SimulatedPromqlTokenizer {

        // Texts are taken without a way back, which would lie on the stack for each of their letters.
        private static final Pattern WORD = Pattern.compile("\\s+|#[^\\n]*|(?<word>"
                + "\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]++|\\\\.)*+'|`[^`]*`"
                + "|(?:\\d++(?:ms|[smhdwy]))++|(?:\\d++(?:\\.\\d*+)?+|\\.\\d++)(?:[eE][+-]?\\d++)?|[a-zA-Z_][a-zA-Z0-9_:]*"
                + "|=~|!~|!=|==|<=|>=|[-+*/%^(){}\\[\\],<>=@:])");

        private final List<String> texts = new ArrayList<>();
        private int next;

        SimulatedPromqlTokenizer(String query) throws SimulatedPromqlException {
            var matcher = WORD.matcher(query);
            int at = 0;
            while (at < query.length()) {
                matcher.region(at, query.length());
                if (!matcher.lookingAt()) {
                    throw SimulatedPromqlException
                            .badData("invalid parameter \"query\": 1:%d: parse error: unexpected character: '%c'"
                                    .formatted(at + 1, query.charAt(at)));
                }
                if (matcher.group("word") != null) {
                    texts.add(matcher.group("word"));
                }
                at = matcher.end();
            }
        }

        /** Returns the next token without taking it; empty at the end. */
        String peek() {
            return next < texts.size() ? texts.get(next) : "";
        }

        String takeToken() {
            var word = peek();
            next++;
            return word;
        }

        /** Takes the next token if it is the given one, and returns whether it was. */
        boolean takeIf(String wanted) {
            if (peek().equals(wanted)) {
                next++;
                return true;
            }
            return false;
        }

        void expectToken(String wanted) throws SimulatedPromqlException {
            if (!takeIf(wanted)) {
                throw unexpectedToken("expected \"" + wanted + "\"");
            }
        }

        String takeName() throws SimulatedPromqlException {
            var word = takeToken();
            if (word.isEmpty() || !(Character.isLetter(word.charAt(0)) || word.charAt(0) == '_')) {
                next--;
                throw unexpectedToken("expected a name");
            }
            return word;
        }

        /** Takes a string literal and returns it without its quotes. */
        String takeText() throws SimulatedPromqlException {
            var word = takeToken();
            if (word.length() < 2 || "\"'`".indexOf(word.charAt(0)) < 0) {
                next--;
                throw unexpectedToken("expected a text in quotes");
            }
            var inner = word.substring(1, word.length() - 1);
            if (word.charAt(0) == '`') {
                return inner;
            }
            try {
                return inner.translateEscapes();
            } catch (IllegalArgumentException _) {
                throw SimulatedPromqlException.parseError("unknown escape sequence in " + word);
            }
        }

        SimulatedPromqlException unexpectedToken(String expected) {
            return SimulatedPromqlException.parseError(
                    "unexpected %s, %s".formatted(peek().isEmpty() ? "end of input" : "\"" + peek() + "\"", expected));
        }
    }
}
