package tessera.ui.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import tessera.text.MessageCatalog;

/**
 * Parser of a table filter: words and conditions, all of which must match. {@code h100} looks everywhere,
 * {@code model:H100,A100} in one field for either word, {@code free>2} compares, {@code !cordoned} negates.
 *
 * @param <T> what is filtered
 */
public final class TableFilterParser<T> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TableFilterParser.class);

    /**
     * A field that a condition can name.
     *
     * @param texts  its words; a condition with {@code :} looks for part of any of them
     * @param number its number, for comparisons; empty when it is not known
     */
    public record FilterableRowProperty<T>(Function<T, List<String>> texts, Function<T, OptionalDouble> number) {

        public static <T> FilterableRowProperty<T> text(Function<T, String> text) {
            return new FilterableRowProperty<>(row -> List.of(text.apply(row)), row -> OptionalDouble.empty());
        }

        public static <T> FilterableRowProperty<T> texts(Function<T, List<String>> texts) {
            return new FilterableRowProperty<>(texts, row -> OptionalDouble.empty());
        }

        public static <T> FilterableRowProperty<T> number(Function<T, OptionalDouble> number) {
            return new FilterableRowProperty<>(
                    row -> number.apply(row).stream().mapToObj(TableFilterParser::plainText).toList(), number);
        }

        /** Returns a whole number; negative ones stand for unknown. */
        public static <T> FilterableRowProperty<T> count(ToLongFunction<T> count) {
            return number(row -> count.applyAsLong(row) < 0 ? OptionalDouble.empty()
                    : OptionalDouble.of((double) count.applyAsLong(row)));
        }
    }

    /**
     * The result of reading a filter.
     *
     * @param accepts whether a row passes
     * @param problem what could not be understood, and was ignored; empty when all was
     */
    public record FilterParseResult<T>(Predicate<T> accepts, String problem) {}

    private static final Pattern TOKEN = Pattern.compile("[^\\s\"]*\"[^\"]*\"?|\\S+");
    private static final Pattern CONDITION = Pattern.compile("(!?)([A-Za-z][A-Za-z-]*)(:|>=|<=|>|<|=)(.*)");
    private static final int LONGEST = 2000;

    private final Map<String, FilterableRowProperty<T>> fields;
    private final Map<String, Predicate<T>> flags;

    /**
     * @param fields what can stand before {@code :} or a comparison
     * @param flags  single words with a meaning, such as {@code cordoned}
     */
    public TableFilterParser(Map<String, FilterableRowProperty<T>> fields, Map<String, Predicate<T>> flags) {
        this.fields = Map.copyOf(fields);
        this.flags = Map.copyOf(flags);
    }

    public FilterParseResult<T> read(String text) {
        Predicate<T> all = row -> true;
        var problems = new ArrayList<String>();
        var tokens = TOKEN.matcher(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        while (tokens.find()) {
            var token = tokens.group().replace("\"", "");
            var condition = parseCondition(token);
            if (condition.isPresent()) {
                all = all.and(condition.get());
            } else {
                problems.add(token);
            }
        }
        return new FilterParseResult<>(all,
                problems.isEmpty() ? "" : MESSAGES.text("filter.invalid", String.join(" ", problems)));
    }

    private Optional<Predicate<T>> parseCondition(String token) {
        var form = CONDITION.matcher(token);
        if (!form.matches()) {
            return Optional.of(wordPredicate(token));
        }
        var field = fields.get(form.group(2).toLowerCase(Locale.ROOT));
        if (field == null) {
            return Optional.empty();
        }
        var value = form.group(4);
        if (value.isEmpty()) {
            return Optional.of(row -> true);
        }
        var plain = form.group(3).equals(":") ? Optional.of(containsPredicate(field, value))
                : comparePredicate(field, form.group(3), value);
        return form.group(1).isEmpty() ? plain : plain.map(Predicate::negate);
    }

    private Predicate<T> wordPredicate(String token) {
        boolean not = token.startsWith("!") && token.length() > 1;
        var word = (not ? token.substring(1) : token).toLowerCase(Locale.ROOT);
        var plain = flags.getOrDefault(word, row -> anyFieldHasWord(row, word));
        return not ? plain.negate() : plain;
    }

    private boolean anyFieldHasWord(T row, String word) {
        return fields.values().stream().anyMatch(field -> hasWord(field, row, word));
    }

    private static <T> Predicate<T> containsPredicate(FilterableRowProperty<T> field, String value) {
        var texts = List.of(value.toLowerCase(Locale.ROOT).split(",", -1)).stream().filter(word -> !word.isEmpty())
                .toList();
        return row -> texts.isEmpty() || texts.stream().anyMatch(word -> hasWord(field, row, word));
    }

    private static <T> boolean hasWord(FilterableRowProperty<T> field, T row, String word) {
        for (var text : field.texts().apply(row)) {
            if (text.toLowerCase(Locale.ROOT).contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static <T> Optional<Predicate<T>> comparePredicate(FilterableRowProperty<T> field, String operator,
            String value) {
        double bound;
        try {
            bound = Double.parseDouble(value);
        } catch (NumberFormatException notANumber) {
            if (operator.equals("=")) {
                return Optional.of(equalsPredicate(field, value));
            }
            return Optional.empty();
        }
        return Optional.of(row -> {
            var number = field.number().apply(row);
            if (number.isPresent()) {
                return satisfies(number.getAsDouble(), operator, bound);
            }
            return operator.equals("=") && equalsPredicate(field, value).test(row);
        });
    }

    private static <T> Predicate<T> equalsPredicate(FilterableRowProperty<T> field, String value) {
        return row -> field.texts().apply(row).stream().anyMatch(text -> text.equalsIgnoreCase(value));
    }

    private static boolean satisfies(double number, String operator, double bound) {
        return switch (operator) {
            case ">" -> number > bound;
            case "<" -> number < bound;
            case ">=" -> number >= bound;
            case "<=" -> number <= bound;
            default -> number == bound;
        };
    }

    private static String plainText(double number) {
        if (number == Math.rint(number)) {
            return Long.toString((long) number);
        }
        return Double.toString(number);
    }
}
