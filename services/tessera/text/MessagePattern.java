package tessera.text;

import java.text.ListFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sentence with places for arguments, in the part of ICU's message syntax that it needs. Immutable.
 *
 * <ul>
 * <li>{@code {node}}: a text, number, reason, duration, or list ({@code a, b and c}); nothing for what is absent.
 * <li>{@code {kinds, or}}: choices: {@code a, b or c}.
 * <li>{@code {nodes, list, 3}}: the first of a list and how many follow: {@code a, b, c and 4 more}.
 * <li>{@code {pods, plural, =0 {no pod} one {# pod} other {# pods}}}: by a number, or by the length of a list; {@code #} is the number.
 * <li>{@code {since, select, none {} other { for {since}}}}: by a word, flag or constant; {@code none} is chosen for what is absent or
 * empty.
 * </ul>
 *
 * <p>
 * A full stop after an argument that ends with one is told once, so that reasons of one sentence and of several can stand in others.
 */
final class MessagePattern {

    private static final MessagePattern EMPTY = new MessagePattern(List.of());
    private static final String OTHER = "other";

    private final List<Part> parts;

    private sealed interface Part {
        record Literal(String text) implements Part {}

        record CountMark() implements Part {}

        record Argument(String name, int maximum, ListFormat.Type type) implements Part {}

        record Choice(String name, boolean plural, Map<String, MessagePattern> branches) implements Part {

            /** Returns the words of its branches, unless a number chooses, and those of the choices in its branches. */
            Stream<String> choiceWords() {
                var own = plural ? Stream.<String>of() : branches.keySet().stream().map(word -> name + " " + word);
                return Stream.concat(own, branches.values().stream().flatMap(MessagePattern::choices));
            }

            MessagePattern branchFor(@Nullable Object value) {
                var key = plural ? "=" + MessageArguments.countOf(value) : MessageArguments.wordOf(value);
                var exact = branches.get(key);
                if (exact == null && plural && key.equals("=1")) {
                    exact = branches.get("one");
                }
                return exact == null ? branches.getOrDefault(OTHER, EMPTY) : exact;
            }
        }
    }

    private MessagePattern(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /** @throws IllegalArgumentException if it is malformed */
    static MessagePattern parse(String text) {
        return new Parser(text).parse();
    }

    String format(Function<String, @Nullable Object> arguments) {
        var out = new StringBuilder();
        append(out, arguments, 0);
        return out.toString();
    }

    private void append(StringBuilder out, Function<String, @Nullable Object> arguments, long count) {
        for (var part : parts) {
            switch (part) {
                case Part.Literal(var text) -> appendText(out, text);
                case Part.CountMark _ -> out.append(count);
                case Part.Argument(var name, var maximum, var type) ->
                    appendText(out, MessageArguments.textOf(arguments.apply(name), maximum, type));
                case Part.Choice choice -> {
                    var value = arguments.apply(choice.name());
                    choice.branchFor(value).append(out, arguments,
                            choice.plural() ? MessageArguments.countOf(value) : count);
                }
            }
        }
    }

    /** Appends a text without its full stop where the sentence before it has one already. */
    private static void appendText(StringBuilder out, String text) {
        boolean stops = text.equals(".") || text.startsWith(". ");
        boolean stopped = !out.isEmpty() && out.charAt(out.length() - 1) == '.';
        out.append(text, stops && stopped ? 1 : 0, text.length());
    }

    /** Returns the names of the arguments, also those of branches. */
    Stream<String> argumentNames() {
        return parts.stream().flatMap(part -> switch (part) {
            case Part.Literal _,Part.CountMark _ -> Stream.<String>of();
            case Part.Argument(var name, _, _) -> Stream.of(name);
            case Part.Choice(var name, _, var branches) ->
                Stream.concat(Stream.of(name), branches.values().stream().flatMap(MessagePattern::argumentNames));
        });
    }

    /** Returns the words among which it chooses, each behind the name of its argument. */
    Stream<String> choices() {
        return parts.stream().filter(Part.Choice.class::isInstance).map(Part.Choice.class::cast)
                .flatMap(Part.Choice::choiceWords);
    }

    private static final class Parser {

        private final String text;
        private int position;

        Parser(String text) {
            this.text = text;
        }

        MessagePattern parse() {
            var parsed = parseParts(false);
            if (position < text.length()) {
                throw malformed("unmatched brace");
            }
            return parsed;
        }

        private MessagePattern parseParts(boolean counted) {
            var parts = new ArrayList<Part>();
            var literal = new StringBuilder();
            while (position < text.length() && text.charAt(position) != '}') {
                char next = text.charAt(position);
                if (next != '{' && (next != '#' || !counted)) {
                    literal.append(next);
                    position++;
                    continue;
                }
                if (!literal.isEmpty()) {
                    parts.add(new Part.Literal(literal.toString()));
                    literal.setLength(0);
                }
                position++;
                parts.add(next == '#' ? new Part.CountMark() : parseArgument(counted));
            }
            if (!literal.isEmpty()) {
                parts.add(new Part.Literal(literal.toString()));
            }
            return new MessagePattern(parts);
        }

        private Part parseArgument(boolean counted) {
            var name = parseWord();
            if (skip('}')) {
                return new Part.Argument(name, Integer.MAX_VALUE, ListFormat.Type.STANDARD);
            }
            expect(',');
            var kind = parseWord();
            if (kind.equals("or")) {
                expect('}');
                return new Part.Argument(name, Integer.MAX_VALUE, ListFormat.Type.OR);
            }
            expect(',');
            return switch (kind) {
                case "list" -> {
                    int maximum = Integer.parseInt(parseWord());
                    expect('}');
                    yield new Part.Argument(name, maximum, ListFormat.Type.STANDARD);
                }
                case "plural", "select" -> parseChoice(name, kind.equals("plural"), counted);
                default -> throw malformed("unknown kind " + kind);
            };
        }

        private Part parseChoice(String name, boolean plural, boolean counted) {
            var branches = new LinkedHashMap<String, MessagePattern>();
            while (!skip('}')) {
                var key = parseWord();
                expect('{');
                branches.put(key, parseParts(plural || counted));
                expect('}');
            }
            if (!branches.containsKey(OTHER)) {
                throw malformed("missing " + OTHER);
            }
            return new Part.Choice(name, plural, Map.copyOf(branches));
        }

        private String parseWord() {
            skipSpaces();
            int start = position;
            while (position < text.length() && "{}, ".indexOf(text.charAt(position)) < 0) {
                position++;
            }
            if (start == position) {
                throw malformed("missing name");
            }
            return text.substring(start, position);
        }

        private boolean skip(char wanted) {
            skipSpaces();
            if (position < text.length() && text.charAt(position) == wanted) {
                position++;
                return true;
            }
            return false;
        }

        private void expect(char wanted) {
            if (!skip(wanted)) {
                throw malformed("missing " + wanted);
            }
        }

        private void skipSpaces() {
            while (position < text.length() && text.charAt(position) == ' ') {
                position++;
            }
        }

        private IllegalArgumentException malformed(String problem) {
            return new IllegalArgumentException("%s at %d in: %s".formatted(problem, position, text));
        }
    }
}
