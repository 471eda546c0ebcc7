package tessera.lint.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.ScalarNode;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;

/** Edits a manifest in the style in which it is written. No edits mean that it cannot be done without people. */
public final class ManifestSourceEditor {

    private ManifestSourceEditor() {}

    /** Returns a fix that applies all of these edits; empty where one of them cannot be made. */
    @SafeVarargs
    public static Optional<LintFix> fixOf(String text, List<TextEdit>... parts) {
        var edits = new ArrayList<TextEdit>();
        for (var part : parts) {
            if (part.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(part);
        }
        return Optional.of(new LintFix(text, mergeEdits(edits)));
    }

    /** Merges overlapping edits, such as neighbours of one line that go, or a removed line and an insertion behind it. */
    private static List<TextEdit> mergeEdits(List<TextEdit> edits) {
        var united = new ArrayList<TextEdit>();
        TextEdit open = null;
        for (var edit : edits.stream().sorted(Comparator.comparingInt(TextEdit::from)).toList()) {
            var both = open == null ? Optional.<TextEdit>empty() : mergeOverlap(open, edit);
            if (open != null && both.isEmpty()) {
                united.add(open);
            }
            open = both.orElse(edit);
        }
        if (open != null) {
            united.add(open);
        }
        return united;
    }

    /** Returns one edit for two of which the second begins within what the first removes. */
    private static Optional<TextEdit> mergeOverlap(TextEdit first, TextEdit second) {
        if (second.from() >= first.to() || (second.from() == first.from() && second.from() == second.to())) {
            return Optional.empty();
        }
        if (second.text().isEmpty()) {
            return Optional.of(new TextEdit(first.from(), Math.max(first.to(), second.to()), first.text()));
        }
        // Behind a line that goes: it comes to stand where that was.
        var line = second.text().replaceFirst("^\\R", "");
        var end = second.text().startsWith("\r\n") ? "\r\n" : "\n";
        return Optional.of(new TextEdit(first.from(), Math.max(first.to(), second.to()), first.text() + line + end));
    }

    /** Returns those of some fixes of a finding that exist. */
    @SafeVarargs
    public static List<LintFix> availableFixes(Optional<LintFix>... ways) {
        var there = new ArrayList<LintFix>();
        for (var way : ways) {
            way.filter(fix -> !fix.edits().isEmpty() && !there.contains(fix)).ifPresent(there::add);
        }
        return there;
    }

    /** Replaces the text of a scalar, key or value, keeping its quotes; empty for a key that would be duplicated. */
    public static List<TextEdit> replace(ManifestValue scalar, String text) {
        if (!(scalar.node() instanceof ScalarNode node) || !scalar.isPresent() || isKeyTaken(scalar, text)) {
            return List.of();
        }
        var style = node.getScalarStyle();
        if (style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED) {
            return List.of();
        }
        var quoted = switch (style) {
            case DOUBLE_QUOTED -> IndentedYamlSnippetRenderer.quotedText(text);
            case SINGLE_QUOTED -> "'" + text.replace("'", "''") + "'";
            default -> text;
        };
        return List.of(new TextEdit(scalar.beginOffset(), scalar.source().offsetOf(node.getEndMark()), quoted));
    }

    /** Renames the key of an entry, or drops it where the new key holds the same; empty where that key holds something else. */
    public static List<TextEdit> renameKey(ManifestValue entry, String name) {
        var value = siblingEntry(entry, name);
        if (!value.isWritten()) {
            return replace(entry.key(), name);
        }
        if (value.isText() && value.text().equals(entry.text())) {
            return remove(entry);
        }
        return List.of();
    }

    /** Moves a scalar over the value of another key of its mapping. */
    public static List<TextEdit> moveOver(ManifestValue entry, String name) {
        return joinEdits(remove(entry), replace(siblingEntry(entry, name), entry.text()));
    }

    private static ManifestValue siblingEntry(ManifestValue entry, String name) {
        return Objects.requireNonNull(entry.parent(), "no mapping").at(name);
    }

    /** Returns whether a scalar is a key and its mapping already has another key of that text. */
    private static boolean isKeyTaken(ManifestValue scalar, String text) {
        var map = scalar.parent();
        return map != null && map.isMap() && !scalar.hasKey() && map.entries().stream()
                .anyMatch(entry -> entry.name().equals(text) && entry.key().beginOffset() != scalar.beginOffset());
    }

    /** Replaces a part of a scalar's text that is written literally as it is read. */
    public static List<TextEdit> replacePart(ManifestValue scalar, String part, String text) {
        if (!(scalar.node() instanceof ScalarNode) || scalar.isAlias()) {
            return List.of();
        }
        int at = scalar.source().text().indexOf(part, scalar.beginOffset());
        if (at < 0 || at + part.length() > scalar.endOffset()) {
            return List.of();
        }
        return List.of(new TextEdit(at, at + part.length(), text));
    }

    /** Removes an entry of a mapping or of a list; with the last of them the collection itself goes. */
    public static List<TextEdit> remove(ManifestValue value) {
        var parent = value.parent();
        if (parent == null || value.node() == null || value.isAnchored()) {
            return List.of();
        }
        var siblings = siblings(parent);
        int at = indexOf(siblings, value);
        if (at < 0) {
            return List.of();
        }
        if (siblings.size() == 1) {
            if (parent.isFlowStyle()) {
                return List.of(new TextEdit(value.beginWithKey(), value.endOffset(), ""));
            }
            return remove(parent);
        }
        if (parent.isFlowStyle()) {
            if (at + 1 < siblings.size()) {
                return List.of(new TextEdit(value.beginWithKey(), siblings.get(at + 1).beginWithKey(), ""));
            }
            return List.of(new TextEdit(siblings.get(at - 1).endOffset(), value.endOffset(), ""));
        }
        return removeLines(value, siblings, at);
    }

    private static List<TextEdit> removeLines(ManifestValue value, List<ManifestValue> siblings, int at) {
        var source = value.source();
        int begin = value.hasKey() ? value.beginWithKey() : dashOffset(value);
        int start = source.lineStart(begin);
        if (!source.text().substring(start, begin).isBlank()) {
            // The first entry behind the dash of a list: the next takes its place.
            if (at + 1 < siblings.size() && value.hasKey()) {
                return List.of(new TextEdit(begin, siblings.get(at + 1).beginWithKey(), ""));
            }
            return List.of();
        }
        int end = source.lineEnd(value.endOffset());
        int next = source.text().indexOf('\n', end);
        return List.of(new TextEdit(start, next < 0 ? source.text().length() : next + 1, ""));
    }

    private static List<ManifestValue> siblings(ManifestValue parent) {
        if (parent.isList()) {
            return parent.items();
        }
        return parent.entries().stream().map(ManifestValue.MappingEntry::value).toList();
    }

    private static int indexOf(List<ManifestValue> siblings, ManifestValue value) {
        for (int at = 0; at < siblings.size(); at++) {
            if (siblings.get(at).beginWithKey() == value.beginWithKey()) {
                return at;
            }
        }
        return -1;
    }

    /** Returns the offset of a list item's dash; -1 where there is none on its line. */
    private static int dashOffset(ManifestValue item) {
        int start = item.source().lineStart(item.beginWithKey());
        return start + item.source().text().substring(start, item.beginWithKey()).lastIndexOf('-');
    }

    /** Inserts an entry behind all others of a mapping that is not empty. */
    public static List<TextEdit> insertEntry(ManifestValue map, String key, JsonNode content) {
        if (!map.isMap() || map.at(key).isWritten()) {
            return List.of();
        }
        var entries = map.entries();
        if (map.isFlowStyle()) {
            int inside = map.beginOffset() + 1;
            return List.of(new TextEdit(inside, inside,
                    IndentedYamlSnippetRenderer.quotedText(key) + ": " + content + (entries.isEmpty() ? "" : ", ")));
        }
        if (entries.isEmpty()) {
            return List.of();
        }
        int indent = columnOf(map.source(), entries.getFirst().key().beginOffset());
        return insertAfter(entries.getLast().value(), IndentedYamlSnippetRenderer.entryLines(key, content, indent));
    }

    /** Appends an item behind all others of a list that is not empty. */
    public static List<TextEdit> appendItem(ManifestValue list, JsonNode content) {
        if (!list.isList()) {
            return List.of();
        }
        var items = list.items();
        if (list.isFlowStyle()) {
            int inside = list.beginOffset() + 1;
            return List.of(new TextEdit(inside, inside, content + (items.isEmpty() ? "" : ", ")));
        }
        if (items.isEmpty()) {
            return List.of();
        }
        var last = items.getLast();
        int dash = dashOffset(last);
        if (dash < last.source().lineStart(last.beginWithKey())) {
            return List.of();
        }
        return insertAfter(last, IndentedYamlSnippetRenderer.itemLines(content, columnOf(list.source(), dash)));
    }

    /** Inserts an item before another of its list. */
    public static List<TextEdit> insertItemBefore(ManifestValue item, JsonNode content) {
        var parent = item.parent();
        if (parent == null || !parent.isList()) {
            return List.of();
        }
        int at = item.beginWithKey();
        if (parent.isFlowStyle()) {
            return List.of(new TextEdit(at, at, content + ", "));
        }
        var source = item.source();
        int start = source.lineStart(at);
        var dash = source.text().substring(start, at);
        if (dash.strip().equals("-")) {
            return List.of(new TextEdit(start, start, dash + content + source.lineSeparator()));
        }
        return List.of();
    }

    /** Adds an item to the list under a key, which is created where there is none. */
    public static List<TextEdit> addToList(ManifestValue map, String key, JsonNode content) {
        var list = map.at(key);
        if (list.isPresent()) {
            return appendItem(list, content);
        }
        if (list.isWritten()) {
            return List.of();
        }
        return insertEntry(map, key, IndentedYamlSnippetRenderer.listOf(content));
    }

    private static List<TextEdit> insertAfter(ManifestValue last, List<String> lines) {
        var source = last.source();
        int end = source.lineEnd(Math.max(last.endOffset(), last.beginWithKey()));
        return List.of(new TextEdit(end, end, source.lineSeparator() + String.join(source.lineSeparator(), lines)));
    }

    private static int columnOf(LineIndexedText source, int offset) {
        return source.positionOf(offset).column() - 1;
    }

    /** Joins two groups of edits; empty where either is missing. */
    @SafeVarargs
    public static List<TextEdit> joinEdits(List<TextEdit>... parts) {
        var all = new ArrayList<TextEdit>();
        for (var part : parts) {
            if (part.isEmpty()) {
                return List.of();
            }
            all.addAll(part);
        }
        return List.copyOf(all);
    }
}
