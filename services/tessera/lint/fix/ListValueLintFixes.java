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
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Fixes that make a list of a value where a list is required. */
public final class ListValueLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ListValueLintFixes.class);

    /** What splits into words as it would in a shell. */
    private static final Pattern PLAIN = Pattern.compile("[^\"'`\\\\$|&;<>*?#~!(){}\\[\\]\\r\\n]+");
    private static final Set<String> PAIR = Set.of("name", "value");

    private ListValueLintFixes() {}

    /**
     * Returns a fix to a list of the value, or of its entries if each maps a name to its value.
     *
     * @param fields that an entry of the list has; none where it is a text
     */
    public static Optional<LintFix> toList(ManifestValue value, Set<String> fields) {
        if (value.isText()) {
            if (fields.isEmpty() && PLAIN.matcher(value.text()).matches()) {
                return ManifestSourceEditor.fixOf(MESSAGES.text("fix.list"), splitWords(value));
            }
            return Optional.empty();
        }
        if (!fields.isEmpty() && value.entries().stream().anyMatch(entry -> fields.contains(entry.name()))) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.list"), YamlBlockEditor.wrapInList(value));
        }
        if (fields.containsAll(PAIR) && !value.entries().isEmpty()
                && value.entries().stream().allMatch(entry -> entry.value().isText())) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.list.pairs"), splitPairs(value));
        }
        return Optional.empty();
    }

    private static List<TextEdit> splitWords(ManifestValue value) {
        var text = Arrays.stream(value.text().strip().split("\\s+")).map(YamlBlockEditor::quotedText)
                .collect(Collectors.joining(", ", "[", "]"));
        return YamlBlockEditor.replaceInline(value, text);
    }

    private static List<TextEdit> splitPairs(ManifestValue map) {
        if (map.isFlowStyle()) {
            return YamlBlockEditor.replaceInline(map, map.entries().stream()
                    .map(entry -> "{\"name\": %s, \"value\": %s}".formatted(YamlBlockEditor.quotedText(entry.name()),
                            YamlBlockEditor.quotedText(entry.value().text())))
                    .collect(Collectors.joining(", ", "[", "]")));
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : map.entries()) {
            var part = YamlBlockEditor.toNameValueItem(entry);
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return edits;
    }
}
