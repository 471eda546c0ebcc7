package tessera.lint.fix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Edits that make a list of what stands where a list must be. */
public final class ListFixes {

    private static final String WORDS = "Write a list";
    /** What splits into words as it would in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[^\"'`\\\\$|&;<>*?#~!(){}\\[\\]\\r\\n]+");
    private static final Set<String> PAIR = Set.of("name", "value");

    private ListFixes() {}

    /**
     * A list of it, or of its entries where each is a name and what that stands for.
     *
     * @param fields that an entry of the list has; none where it is a text
     */
    public static Optional<LintFix> of(ManifestValue value, Set<String> fields) {
        if (value.isText()) {
            return fields.isEmpty() && PLAIN.matcher(value.text()).matches() ? ManifestEditor.fix(WORDS, words(value))
                    : Optional.empty();
        }
        if (!fields.isEmpty() && value.entries().stream().anyMatch(entry -> fields.contains(entry.name()))) {
            return ManifestEditor.fix(WORDS, YamlInsertions.listed(value));
        }
        return fields.containsAll(PAIR) && !value.entries().isEmpty()
                && value.entries().stream().allMatch(entry -> entry.value().isText())
                        ? ManifestEditor.fix("Write a list of names and values", pairs(value))
                        : Optional.empty();
    }

    private static List<TextEdit> words(ManifestValue value) {
        var words = Arrays.stream(value.text().strip().split("\\s+")).map(YamlInsertions::quoted)
                .collect(Collectors.joining(", ", "[", "]"));
        return YamlInsertions.instead(value, words);
    }

    private static List<TextEdit> pairs(ManifestValue map) {
        if (map.flow()) {
            return YamlInsertions.instead(map, map.entries().stream()
                    .map(entry -> "{\"name\": %s, \"value\": %s}".formatted(YamlInsertions.quoted(entry.name()),
                            YamlInsertions.quoted(entry.value().text())))
                    .collect(Collectors.joining(", ", "[", "]")));
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : map.entries()) {
            var part = YamlInsertions.paired(entry);
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return edits;
    }
}
