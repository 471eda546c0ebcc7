package tessera;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/**
 * Texts on which a regular expression has most to do, made of the expression itself: what leads to a repetition, then
 * what it repeats, over and over, then something that it does not expect.
 */
final class WorstTexts {

    private static final String OTHERS = "é\u0085\u2028";
    private static final List<String> ENDS = List.of("", "\u0001", "\n", " ");
    private static final int SIGNS = 4;
    private static final int MANY = 8;

    private final String regex;
    private final int flags;
    private final Set<String> tokens = new LinkedHashSet<>();
    private final Set<Shape> shapes = new LinkedHashSet<>();
    private int at;

    private WorstTexts(Pattern pattern) {
        regex = pattern.pattern();
        flags = pattern.flags();
    }

    /** A beginning, what follows it again and again, and an end. */
    record Shape(String before, String again, String after) {
        String text(int length) {
            return before + again.repeat(Math.max(1, (length - before.length()) / again.length())) + after;
        }
    }

    private sealed interface Node {
        record Sign(String token) implements Node {}

        record Sequence(List<Node> parts) implements Node {}

        record Choice(List<Node> ways) implements Node {}

        record Repeated(Node what, int least, int most) implements Node {}

        record Look(Node what) implements Node {}
    }

    static Collection<Shape> of(Pattern pattern) {
        var texts = new WorstTexts(pattern);
        texts.collect();
        return texts.shapes;
    }

    private void collect() {
        var root = choice();
        var whole = new ArrayList<String>();
        walk(root, "", whole);
        whole.forEach(text -> add("", text));
        var groups = new LinkedHashMap<String, String>();
        for (var sign : alphabet()) {
            groups.putIfAbsent(tokens.stream().filter(token -> fits(token, sign)).toList().toString(), sign);
        }
        groups.values().forEach(sign -> add("", sign));
    }

    private void add(String before, String again) {
        if (!again.isEmpty()) {
            ENDS.forEach(end -> shapes.add(new Shape(before, again, end)));
        }
    }

    /** Goes through what is read in order and returns a text that leads past the node. */
    private String walk(Node node, String before, List<String> whole) {
        return switch (node) {
            case Node.Sign(var token) -> before + best(token).getFirst();
            case Node.Sequence(var parts) -> {
                var text = before;
                for (var part : parts) {
                    text = walk(part, text, whole);
                    whole.add(text);
                }
                yield text;
            }
            case Node.Choice(var ways) -> {
                var texts = ways.stream().map(way -> walk(way, before, whole)).toList();
                whole.addAll(texts);
                yield texts.getFirst();
            }
            case Node.Look(var what) -> {
                walk(what, before, whole);
                yield before;
            }
            case Node.Repeated(var what, int minimum, int maximum) -> {
                var once = walk(what, before, whole);
                if (maximum >= MANY) {
                    var again = what instanceof Node.Sign(var token) ? best(token) : ways(what);
                    again.forEach(each -> add(before, each));
                    again.forEach(each -> add("", before + each));
                }
                yield minimum == 0 ? before : once + once.substring(before.length()).repeat(Math.min(minimum, 64) - 1);
            }
        };
    }

    /** What a node may be, in short. */
    private List<String> ways(Node node) {
        return switch (node) {
            case Node.Sign(var token) -> best(token);
            case Node.Choice(var ways) -> ways.stream().flatMap(way -> ways(way).stream().limit(2)).toList();
            case Node.Look _ -> List.of("");
            case Node.Repeated(var what, int minimum, _) ->
                minimum == 0 ? List.of("", ways(what).getFirst()) : ways(what).stream().limit(2).toList();
            case Node.Sequence(var parts) -> {
                var all = List.of("");
                for (var part : parts) {
                    var next = ways(part).stream().limit(SIGNS).toList();
                    all = all.stream().flatMap(each -> next.stream().map(each::concat)).limit(16).toList();
                }
                yield all;
            }
        };
    }

    /** The signs that a token takes, first those that most others take, too. */
    private List<String> best(String token) {
        var found = new LinkedHashMap<String, String>();
        alphabet().stream().filter(sign -> fits(token, sign))
                .sorted(Comparator
                        .comparingLong((String sign) -> -tokens.stream().filter(other -> fits(other, sign)).count()))
                .forEach(sign -> found
                        .putIfAbsent(tokens.stream().filter(other -> fits(other, sign)).toList().toString(), sign));
        return found.isEmpty() ? List.of("a") : found.values().stream().limit(SIGNS).toList();
    }

    private static List<String> alphabet() {
        return IntStream.concat("a0A-_. :\"".chars(), IntStream.concat(IntStream.range(1, 127), OTHERS.chars()))
                .mapToObj(Character::toString).distinct().toList();
    }

    private boolean fits(String token, String sign) {
        return TAKEN.computeIfAbsent(token + flags, _ -> {
            try {
                var pattern = Pattern.compile(token, flags & ~Pattern.LITERAL);
                return Set.copyOf(alphabet().stream().filter(each -> pattern.matcher(each).matches()).toList());
            } catch (PatternSyntaxException e) {
                throw new IllegalStateException(token + " of " + regex, e);
            }
        }).contains(sign);
    }

    private static final java.util.Map<String, Set<String>> TAKEN = new java.util.HashMap<>();

    private Node choice() {
        var ways = new ArrayList<Node>();
        do {
            ways.add(sequence());
        } while (accept("|"));
        return ways.size() == 1 ? ways.getFirst() : new Node.Choice(ways);
    }

    private Node sequence() {
        var parts = new ArrayList<Node>();
        while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
            var node = repeated(atom());
            parts.add(node);
        }
        return new Node.Sequence(parts);
    }

    private Node repeated(Node node) {
        if (at >= regex.length()) {
            return node;
        }
        int minimum = 1;
        int maximum = 1;
        switch (regex.charAt(at)) {
            case '*' -> {
                minimum = 0;
                maximum = Integer.MAX_VALUE;
                at++;
            }
            case '+' -> {
                maximum = Integer.MAX_VALUE;
                at++;
            }
            case '?' -> {
                minimum = 0;
                at++;
            }
            case '{' -> {
                int close = regex.indexOf('}', at);
                var bounds = regex.substring(at + 1, close).split(",", -1);
                minimum = Integer.parseInt(bounds[0]);
                maximum = minimum;
                if (bounds.length > 1) {
                    maximum = bounds[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(bounds[1]);
                }
                at = close + 1;
            }
            default -> {
                return node;
            }
        }
        if (!accept("?")) {
            accept("+");
        }
        return new Node.Repeated(node, minimum, maximum);
    }

    private Node atom() {
        char sign = regex.charAt(at);
        return switch (sign) {
            case '(' -> group();
            case '[' -> token(classEnd(at));
            case '^', '$' -> {
                at++;
                yield new Node.Sequence(List.of());
            }
            case '\\' -> escape();
            default -> token(at + Character.charCount(regex.codePointAt(at)));
        };
    }

    private Node group() {
        at++;
        boolean look = accept("?=") || accept("?!") || accept("?<=") || accept("?<!");
        if (!look && !accept("?:") && !accept("?>") && regex.startsWith("?", at)) {
            int end = regex.startsWith("?<", at) ? regex.indexOf('>', at) : indexOfAny(":)", at);
            boolean empty = regex.charAt(end) == ')';
            at = end + 1;
            if (empty) {
                return new Node.Sequence(List.of());
            }
        }
        var inside = choice();
        accept(")");
        return look ? new Node.Look(inside) : inside;
    }

    private Node escape() {
        char kind = regex.charAt(at + 1);
        if ("bBAzZG".indexOf(kind) >= 0) {
            at += 2;
            return new Node.Sequence(List.of());
        }
        if (kind == 'Q') {
            int end = regex.indexOf("\\E", at);
            var quoted = regex.substring(at + 2, end < 0 ? regex.length() : end);
            at = end < 0 ? regex.length() : end + 2;
            return new Node.Sequence(quoted.chars().mapToObj(each -> sign(Pattern.quote(Character.toString(each))))
                    .map(Node.class::cast).toList());
        }
        if (kind >= '1' && kind <= '9') {
            at += 2;
            return new Node.Sequence(List.of());
        }
        return token(regex.startsWith("{", at + 2) && "pPx".indexOf(kind) >= 0 ? regex.indexOf('}', at) + 1 : at + 2);
    }

    private Node token(int end) {
        var text = regex.substring(at, end);
        at = end;
        return sign(text);
    }

    private Node.Sign sign(String token) {
        tokens.add(token);
        return new Node.Sign(token);
    }

    private int classEnd(int start) {
        int depth = 0;
        for (int i = start; i < regex.length(); i++) {
            char sign = regex.charAt(i);
            if (sign == '\\') {
                i++;
            } else if (sign == '[') {
                depth++;
                i += regex.startsWith("^]", i + 1) ? 2 : 0;
            } else if (sign == ']' && --depth == 0) {
                return i + 1;
            }
        }
        return regex.length();
    }

    private int indexOfAny(String signs, int from) {
        return IntStream.range(from, regex.length()).filter(i -> signs.indexOf(regex.charAt(i)) >= 0).findFirst()
                .orElseThrow();
    }

    private boolean accept(String word) {
        boolean there = regex.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }
}
