package tessera.launch;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A text with places to be filled: a line that is nothing but a place takes a block, indented as the place is, or goes;
 * a place with a question mark takes its line with it when there is nothing to put there; one in double quotes is quoted
 * as it needs to be.
 */
final class TemplateBlank {

    private static final Pattern BLOCK = Pattern.compile("(\\s*)\\$\\{(\\w+)}");
    private static final Pattern PLACE = Pattern.compile("\"\\$\\{(\\w+)}\"|\\$\\{(\\w+)(\\?)?}");
    private static final Pattern SCALAR = Pattern.compile("(.*[:-] )\\$\\{(\\w+)\\??}");
    /** What stands for as many words as it has. */
    private static final String WORDS = "command";
    /** Texts that no reader takes for a number, a truth or anything else. */
    private static final Pattern PLAIN = Pattern
            .compile("(?!(?i:true|false|yes|no|on|off|null|y|n)$)[A-Za-z][-\\w./]*(:[\\w.][-\\w.]*)?|\\d+[KMGT]i");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,8}");

    private static final String HOME = "namespace: ${%s}".formatted(WorkloadTemplate.NAMESPACE);

    private final String text;
    private final Set<String> bare;

    /** @param bare what is a number or a truth and stays one; anything else is text, be it {@code 7} */
    TemplateBlank(String text, Set<String> bare) {
        this.text = text;
        this.bare = Set.copyOf(bare);
    }

    String fill(Map<String, String> values, Map<String, List<String>> blocks) {
        var filled = new StringBuilder();
        for (var line : text.lines().toList()) {
            var block = BLOCK.matcher(line);
            if (block.matches() && blocks.containsKey(block.group(2))) {
                blocks.get(block.group(2)).forEach(inner -> filled.append(block.group(1)).append(inner).append('\n'));
            } else if (!dropped(line, values)) {
                filled.append(line(line, values)).append('\n');
            }
        }
        return filled.toString();
    }

    private static boolean dropped(String line, Map<String, String> values) {
        // Whoever sends it decides then, as with any manifest that names none.
        return (line.strip().equals(HOME) && "".equals(values.get(WorkloadTemplate.NAMESPACE)))
                || PLACE.matcher(line).results()
                        .anyMatch(place -> place.group(3) != null && values.getOrDefault(place.group(2), "").isBlank());
    }

    private String line(String line, Map<String, String> values) {
        var scalar = SCALAR.matcher(line);
        if (scalar.matches()) {
            var value = value(scalar.group(2), values);
            boolean plain = bare.contains(scalar.group(2)) || PLAIN.matcher(value).matches();
            return filled(scalar.group(1), values) + (plain ? value : quoted(value));
        }
        return filled(line, values);
    }

    /** At one go: what an answer says is no place again, be it {@code ${HOME}}. */
    private static String filled(String line, Map<String, String> values) {
        return PLACE.matcher(line).replaceAll(place -> Matcher.quoteReplacement(
                place.group(1) == null ? value(place.group(2), values) : inQuotes(place.group(1), values)));
    }

    private static String inQuotes(String key, Map<String, String> values) {
        return key.equals(WORDS)
                ? ShellWordSplitter.of(value(key, values)).stream().map(TemplateBlank::quoted)
                        .collect(Collectors.joining(", "))
                : quoted(value(key, values));
    }

    private static String value(String key, Map<String, String> values) {
        var value = values.get(key);
        if (value == null) {
            throw new IllegalStateException(
                    "a template has a place that no parameter fills: %s; a variable of a shell is written $%s there"
                            .formatted(key, key));
        }
        return value;
    }

    /** An amount, quoted where it would be read as something else. */
    static String scalar(String value) {
        return PLAIN.matcher(value).matches() || NUMBER.matcher(value).matches() ? value : quoted(value);
    }

    static String quoted(String value) {
        return TextNode.valueOf(value).toString();
    }
}
