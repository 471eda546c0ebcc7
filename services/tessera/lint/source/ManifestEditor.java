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

/** Makes edits of a manifest in the style it is written in. No edits mean that it cannot be done without people. */
public final class ManifestEditor {

    private ManifestEditor() {}

    /** What mends a finding by all of these, or not at all. */
    @SafeVarargs
    public static Optional<LintFix> fix(String words, List<TextEdit>... parts) {
        var edits = new ArrayList<TextEdit>();
        for (var part : parts) {
            if (part.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(part);
        }
        return Optional.of(new LintFix(words, united(edits)));
    }

    /** Whole where pieces overlap: neighbours of one line that go, a line that goes and another behind it. */
    private static List<TextEdit> united(List<TextEdit> edits) {
        var united = new ArrayList<TextEdit>();
        TextEdit open = null;
        for (var edit : edits.stream().sorted(Comparator.comparingInt(TextEdit::from)).toList()) {
            var both = open == null ? Optional.<TextEdit>empty() : both(open, edit);
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

    /** One for two of which the second begins in what the first takes away. */
    private static Optional<TextEdit> both(TextEdit first, TextEdit second) {
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

    /** Those of some ways to mend a finding that there are. */
    @SafeVarargs
    public static List<LintFix> ways(Optional<LintFix>... ways) {
        var there = new ArrayList<LintFix>();
        for (var way : ways) {
            way.filter(fix -> !fix.edits().isEmpty() && !there.contains(fix)).ifPresent(there::add);
        }
        return there;
    }

    /** Another text for a scalar, be it a key or a value, in the same quotes; none for a key that stands beside it. */
    public static List<TextEdit> replace(ManifestValue scalar, String text) {
        if (!(scalar.node() instanceof ScalarNode node) || !scalar.present() || taken(scalar, text)) {
            return List.of();
        }
        var style = node.getScalarStyle();
        if (style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED) {
            return List.of();
        }
        var quoted = switch (style) {
            case DOUBLE_QUOTED -> YamlLines.quoted(text);
            case SINGLE_QUOTED -> "'" + text.replace("'", "''") + "'";
            default -> text;
        };
        return List.of(new TextEdit(scalar.begin(), scalar.source().offset(node.getEndMark()), quoted));
    }

    /** Another key for an entry, which goes where the same stands below that key already; none where other things do. */
    public static List<TextEdit> rename(ManifestValue entry, String name) {
        var there = beside(entry, name);
        return !there.written() ? replace(entry.key(), name)
                : there.isText() && there.text().equals(entry.text()) ? remove(entry) : List.of();
    }

    /** A scalar in place of what stands below another key of its mapping. */
    public static List<TextEdit> over(ManifestValue entry, String name) {
        return YamlInsertions.join(remove(entry), replace(beside(entry, name), entry.text()));
    }

    private static ManifestValue beside(ManifestValue entry, String name) {
        return Objects.requireNonNull(entry.parent(), "entries stand in a mapping").at(name);
    }

    /** Whether a scalar is a key, and another of the same mapping is called so already. */
    private static boolean taken(ManifestValue scalar, String text) {
        var map = scalar.parent();
        return map != null && map.isMap() && !scalar.hasKey() && map.entries().stream()
                .anyMatch(entry -> entry.name().equals(text) && entry.key().begin() != scalar.begin());
    }

    /** A part of a scalar's text that stands there as it is read. */
    public static List<TextEdit> replace(ManifestValue scalar, String part, String text) {
        if (!(scalar.node() instanceof ScalarNode) || scalar.aliased()) {
            return List.of();
        }
        int at = scalar.source().text().indexOf(part, scalar.begin());
        return at < 0 || at + part.length() > scalar.end() ? List.of()
                : List.of(new TextEdit(at, at + part.length(), text));
    }

    /** An entry of a mapping or of a list gone; with the last of them the whole goes. */
    public static List<TextEdit> remove(ManifestValue value) {
        var parent = value.parent();
        if (parent == null || value.node() == null || value.anchored()) {
            return List.of();
        }
        var siblings = siblings(parent);
        int at = index(siblings, value);
        if (at < 0) {
            return List.of();
        }
        if (siblings.size() == 1) {
            return parent.flow() ? List.of(new TextEdit(value.beginWithKey(), value.end(), "")) : remove(parent);
        }
        if (parent.flow()) {
            return at + 1 < siblings.size()
                    ? List.of(new TextEdit(value.beginWithKey(), siblings.get(at + 1).beginWithKey(), ""))
                    : List.of(new TextEdit(siblings.get(at - 1).end(), value.end(), ""));
        }
        return removeLines(value, siblings, at);
    }

    private static List<TextEdit> removeLines(ManifestValue value, List<ManifestValue> siblings, int at) {
        var source = value.source();
        int begin = value.hasKey() ? value.beginWithKey() : bullet(value);
        int start = source.lineStart(begin);
        if (!source.text().substring(start, begin).isBlank()) {
            // The first entry behind the dash of a list: the next takes its place.
            return at + 1 < siblings.size() && value.hasKey()
                    ? List.of(new TextEdit(begin, siblings.get(at + 1).beginWithKey(), ""))
                    : List.of();
        }
        int end = source.lineEnd(value.end());
        int next = source.text().indexOf('\n', end);
        return List.of(new TextEdit(start, next < 0 ? source.text().length() : next + 1, ""));
    }

    private static List<ManifestValue> siblings(ManifestValue parent) {
        return parent.isList() ? parent.items()
                : parent.entries().stream().map(ManifestValue.MappingEntry::value).toList();
    }

    private static int index(List<ManifestValue> siblings, ManifestValue value) {
        for (int at = 0; at < siblings.size(); at++) {
            if (siblings.get(at).beginWithKey() == value.beginWithKey()) {
                return at;
            }
        }
        return -1;
    }

    /** Where the dash of a list's entry stands; -1 where there is none on its line. */
    private static int bullet(ManifestValue item) {
        int start = item.source().lineStart(item.beginWithKey());
        return start + item.source().text().substring(start, item.beginWithKey()).lastIndexOf('-');
    }

    /** A new entry behind all others of a mapping that has some. */
    public static List<TextEdit> insert(ManifestValue map, String key, JsonNode content) {
        if (!map.isMap() || map.at(key).written()) {
            return List.of();
        }
        var entries = map.entries();
        if (map.flow()) {
            int inside = map.begin() + 1;
            return List.of(new TextEdit(inside, inside, YamlLines.quoted(key) + ": " + content
                    + (entries.isEmpty() ? "" : ", ")));
        }
        if (entries.isEmpty()) {
            return List.of();
        }
        int indent = column(map.source(), entries.getFirst().key().begin());
        return after(entries.getLast().value(), YamlLines.entry(key, content, indent));
    }

    /** A new entry behind all others of a list that has some. */
    public static List<TextEdit> append(ManifestValue list, JsonNode content) {
        if (!list.isList()) {
            return List.of();
        }
        var items = list.items();
        if (list.flow()) {
            int inside = list.begin() + 1;
            return List.of(new TextEdit(inside, inside, content + (items.isEmpty() ? "" : ", ")));
        }
        if (items.isEmpty()) {
            return List.of();
        }
        var last = items.getLast();
        int dash = bullet(last);
        return dash < last.source().lineStart(last.beginWithKey()) ? List.of()
                : after(last, YamlLines.item(content, column(list.source(), dash)));
    }

    /** A new entry of the list under a key, which is made where there is none. */
    public static List<TextEdit> add(ManifestValue map, String key, JsonNode content) {
        var list = map.at(key);
        if (list.present()) {
            return append(list, content);
        }
        return list.written() ? List.of() : insert(map, key, YamlLines.list(content));
    }

    private static List<TextEdit> after(ManifestValue last, List<String> lines) {
        var source = last.source();
        int end = source.lineEnd(Math.max(last.end(), last.beginWithKey()));
        return List.of(new TextEdit(end, end, source.newline() + String.join(source.newline(), lines)));
    }

    private static int column(SourceText source, int offset) {
        return source.position(offset).column() - 1;
    }
}
