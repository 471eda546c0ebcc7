package tessera.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A label selector as kubectl takes it: {@code a=b}, {@code a!=b}, {@code a in (b,c)}, {@code a}, {@code !a}. */
public final class LabelSelectorParser {

    private static final Pattern PART = Pattern.compile("[^,(]*+(?:\\([^()]*+\\))?+[^,]*+");
    private static final String NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?";
    private static final String KEY = "((?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?/)?" + NAME + ")";
    private static final Pattern SET = Pattern.compile(KEY + "\\s+(in|notin)\\s+\\(([^)]*)\\)");
    private static final Pattern EQUALITY = Pattern.compile(KEY + "\\s*(==|=|!=)\\s*((?:" + NAME + ")?)");
    private static final Pattern COMPARISON = Pattern.compile(KEY + "\\s*([<>])\\s*(-?\\d{1,18})");
    private static final Pattern EMPTY_PART = Pattern.compile("^\\s*,|,\\s*,|,\\s*$");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern PRESENCE = Pattern.compile("(!?)\\s*" + KEY);

    private LabelSelectorParser() {}

    /**
     * Parses a selector into a predicate on labels.
     *
     * @throws IllegalArgumentException when the text is no selector
     */
    public static Predicate<Map<String, String>> parse(String text) {
        if (EMPTY_PART.matcher(text).find()) {
            throw new IllegalArgumentException("“" + text + "” has an empty part");
        }
        var parts = new ArrayList<Predicate<Map<String, String>>>();
        var matcher = PART.matcher(text);
        while (matcher.find()) {
            var part = matcher.group().strip();
            if (!part.isEmpty()) {
                parts.add(parseRequirement(part));
            }
        }
        return labels -> parts.stream().allMatch(part -> part.test(labels));
    }

    private static Predicate<Map<String, String>> parseRequirement(String part) {
        var set = SET.matcher(part);
        if (set.matches()) {
            var key = set.group(1);
            List<String> values = Stream.of(set.group(3).split(",", -1)).map(String::strip).toList();
            Predicate<Map<String, String>> in = labels -> labels.containsKey(key) && values.contains(labels.get(key));
            return set.group(2).equals("in") ? in : in.negate();
        }
        var equality = EQUALITY.matcher(part);
        if (equality.matches()) {
            var key = equality.group(1);
            var value = equality.group(3);
            Predicate<Map<String, String>> equal = labels -> value.equals(labels.get(key));
            return equality.group(2).equals("!=") ? equal.negate() : equal;
        }
        var comparison = COMPARISON.matcher(part);
        if (comparison.matches()) {
            long bound = Long.parseLong(comparison.group(3));
            boolean more = comparison.group(2).equals(">");
            return labels -> parseNumber(labels.get(comparison.group(1)))
                    .filter(value -> more ? value > bound : value < bound).isPresent();
        }
        var presence = PRESENCE.matcher(part);
        if (presence.matches()) {
            var key = presence.group(2);
            Predicate<Map<String, String>> present = labels -> labels.containsKey(key);
            return presence.group(1).isEmpty() ? present : present.negate();
        }
        throw new IllegalArgumentException("“" + part + "” is no label selector");
    }

    private static Optional<Long> parseNumber(@Nullable String value) {
        return value != null && NUMBER.matcher(value).matches() ? Optional.of(Long.valueOf(value)) : Optional.empty();
    }
}
