package tessera.launch;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.text.MessageCatalog;

/**
 * A text with placeholders: one alone takes an indented block or goes, an optional one takes its line with it, one in quotes is quoted.
 */
final class TemplatePlaceholderFiller {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TemplatePlaceholderFiller.class);
    private static final Pattern BLOCK = Pattern.compile("(\\s*)\\$\\{(\\w+)}");
    private static final Pattern PLACE = Pattern.compile("\"\\$\\{(\\w+)}\"|\\$\\{(\\w+)(\\?)?}");
    private static final Pattern SCALAR = Pattern.compile("(.*[:-] )\\$\\{(\\w+)\\??}");
    /** What stands for as many words as it has. */
    private static final String WORDS = "command";
    /** Texts that no reader takes for a number, a truth or anything else. */
    private static final Pattern PLAIN = Pattern
            .compile("(?!(?i:" + String.join("|", "true", "false", "yes", "no", "on", "off", "null", "y", "n")
                    + ")$)[A-Za-z][-\\w./]*(:[\\w.][-\\w.]*)?|\\d+[KMGT]i");
    private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,8}");

    private static final String HOME = "namespace: ${%s}".formatted(WorkloadTemplateParameter.NAMESPACE);

    private final String text;
    private final Set<String> bare;

    /** @param bare what is a number or a truth and stays one; anything else is text, be it {@code 7} */
    TemplatePlaceholderFiller(String text, Set<String> bare) {
        this.text = text;
        this.bare = Set.copyOf(bare);
    }

    String fill(Map<String, String> values, Map<String, List<String>> blocks) {
        var filled = new StringBuilder();
        for (var line : text.lines().toList()) {
            var block = BLOCK.matcher(line);
            if (block.matches() && blocks.containsKey(block.group(2))) {
                blocks.get(block.group(2)).forEach(inner -> filled.append(block.group(1)).append(inner).append('\n'));
            } else if (!isDropped(line, values)) {
                filled.append(fillLine(line, values)).append('\n');
            }
        }
        return filled.toString();
    }

    private static boolean isDropped(String line, Map<String, String> values) {
        // Whoever sends it decides then, as with any manifest that names none.
        return (line.strip().equals(HOME) && "".equals(values.get(WorkloadTemplateParameter.NAMESPACE)))
                || PLACE.matcher(line).results()
                        .anyMatch(place -> place.group(3) != null && values.getOrDefault(place.group(2), "").isBlank());
    }

    private String fillLine(String line, Map<String, String> values) {
        var scalar = SCALAR.matcher(line);
        if (scalar.matches()) {
            var value = requireValue(scalar.group(2), values);
            boolean plain = bare.contains(scalar.group(2)) || PLAIN.matcher(value).matches();
            return replacePlaceholders(scalar.group(1), values) + (plain ? value : quotedText(value));
        }
        return replacePlaceholders(line, values);
    }

    /** Replaces all placeholders in one pass, so that a value such as {@code ${HOME}} is not replaced again. */
    private static String replacePlaceholders(String line, Map<String, String> values) {
        return PLACE.matcher(line).replaceAll(place -> Matcher.quoteReplacement(
                place.group(1) == null ? requireValue(place.group(2), values) : quotedValue(place.group(1), values)));
    }

    private static String quotedValue(String key, Map<String, String> values) {
        if (key.equals(WORDS)) {
            return ShellWordSplitter.splitWords(requireValue(key, values)).stream()
                    .map(TemplatePlaceholderFiller::quotedText).collect(Collectors.joining(", "));
        }
        return quotedText(requireValue(key, values));
    }

    private static String requireValue(String key, Map<String, String> values) {
        var value = values.get(key);
        if (value == null) {
            throw new IllegalStateException(MESSAGES.text("placeholder", key));
        }
        return value;
    }

    /** Returns an amount, quoted if YAML would read it as something else. */
    static String scalarText(String value) {
        return PLAIN.matcher(value).matches() || NUMBER.matcher(value).matches() ? value : quotedText(value);
    }

    static String quotedText(String value) {
        return TextNode.valueOf(value).toString();
    }
}
