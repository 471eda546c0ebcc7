package tessera.lint.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.finding.TextEdit;

/**
 * Makes edits of whole blocks: a tree where parts of it may be there already, a document, another level. No edits mean
 * that it cannot be done without people.
 */
public final class YamlInsertions {

    private static final Pattern KEY_ALONE = Pattern.compile("\\s*:[ \\t]*(#[^\\r\\n]*)?");

    private YamlInsertions() {}

    /** What a tree says, written over what is there and beside it. */
    public static List<TextEdit> merge(ManifestValue map, ObjectNode tree) {
        var fresh = JsonNodeFactory.instance.objectNode();
        var edits = new ArrayList<TextEdit>();
        for (var entry : tree.properties()) {
            var there = map.at(entry.getKey());
            if (!there.written()) {
                fresh.set(entry.getKey(), entry.getValue());
                continue;
            }
            var part = over(there, entry.getValue());
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        if (!fresh.isEmpty()) {
            var part = beside(map, fresh);
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return List.copyOf(edits);
    }

    private static List<TextEdit> over(ManifestValue there, JsonNode content) {
        if (!there.present()) {
            return fill(there, content);
        }
        if (there.isMap() && content instanceof ObjectNode inner) {
            return merge(there, inner);
        }
        if (there.isList() && content.isArray() && content.size() == 1) {
            return ManifestEditor.append(there, content.get(0));
        }
        return there.isText() && content.isValueNode() ? ManifestEditor.replace(there, content.asText()) : List.of();
    }

    private static List<TextEdit> beside(ManifestValue map, ObjectNode fresh) {
        if (map.isMap() && map.flow()) {
            int inside = map.begin() + 1;
            var words = fresh.properties().stream()
                    .map(entry -> YamlLines.quoted(entry.getKey()) + ": " + entry.getValue())
                    .collect(Collectors.joining(", "));
            return List.of(new TextEdit(inside, inside, words + (map.entries().isEmpty() ? "" : ", ")));
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : fresh.properties()) {
            var part = ManifestEditor.insert(map, entry.getKey(), entry.getValue());
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return edits;
    }

    /** Something below a key behind which nothing stands. */
    private static List<TextEdit> fill(ManifestValue nothing, JsonNode content) {
        var source = nothing.source();
        var key = nothing.key();
        int begin = nothing.beginWithKey();
        int end = source.lineEnd(begin);
        int name = begin + source.text().substring(begin, end).indexOf(key.text()) + key.text().length();
        if (name <= begin || !KEY_ALONE.matcher(source.text().substring(name, end)).matches()) {
            return List.of();
        }
        var lines = YamlLines.entry(key.text(), content, source.position(begin).column() - 1);
        if (lines.size() == 1) {
            int colon = source.text().indexOf(':', name) + 1;
            return List.of(new TextEdit(colon, colon, lines.getFirst().substring(lines.getFirst().indexOf(':') + 1)));
        }
        return List.of(new TextEdit(end, end, source.newline()
                + String.join(source.newline(), lines.subList(1, lines.size()))));
    }

    /** A mapping as the only entry of a list. */
    public static List<TextEdit> listed(ManifestValue map) {
        if (map.flow()) {
            return own(map)
                    ? List.of(new TextEdit(map.begin(), map.begin(), "["), new TextEdit(map.end(), map.end(), "]"))
                    : List.of();
        }
        return map.entries().isEmpty() ? List.of() : dash(map.entries().getFirst());
    }

    /** An entry of a block as one of a list, with its name and what that stands for. */
    public static List<TextEdit> paired(ManifestValue.MappingEntry entry) {
        var source = entry.key().source();
        int begin = entry.key().begin();
        int behind = begin + entry.name().length();
        var dash = dash(entry);
        if (dash.isEmpty() || !source.text().startsWith(entry.name() + ": ", begin)
                || source.lineStart(entry.value().begin()) != source.lineStart(begin)) {
            return List.of();
        }
        return List.of(dash.getFirst(), new TextEdit(begin, begin, "name: "), new TextEdit(behind, behind,
                source.newline() + " ".repeat(begin - source.lineStart(begin)) + "value"));
    }

    /** A dash in place of the two blanks before the key of a block: as far to the left as the key above it may stand. */
    private static List<TextEdit> dash(ManifestValue.MappingEntry entry) {
        var source = entry.key().source();
        int begin = entry.key().begin();
        var above = entry.value().parent();
        int start = source.lineStart(begin);
        boolean room = above != null && own(above) && above.hasKey() && source.text().substring(start, begin).isBlank()
                && begin - start >= source.position(above.beginWithKey()).column() + 1;
        return room ? List.of(new TextEdit(begin - 2, begin, "- ")) : List.of();
    }

    /** Other text in place of a value on one line. */
    public static List<TextEdit> instead(ManifestValue value, String text) {
        var source = value.source();
        int end = value.end();
        return own(value) && source.lineStart(value.begin()) == source.lineStart(end)
                ? List.of(new TextEdit(value.begin(), end, text))
                : List.of();
    }

    /** Whether no alias has to do with it. */
    private static boolean own(ManifestValue value) {
        return !value.aliased() && !value.anchored();
    }

    /** In double quotes. */
    public static String quoted(String text) {
        return YamlLines.quoted(text);
    }

    /** An entry before all others of a mapping. */
    public static List<TextEdit> begin(ManifestValue map, String key, String value) {
        if (!map.isMap() || map.flow() || map.entries().isEmpty()) {
            return List.of();
        }
        var source = map.source();
        int begin = map.entries().getFirst().key().begin();
        var indent = " ".repeat(source.position(begin).column() - 1);
        return List.of(new TextEdit(begin, begin, key + ": " + value + source.newline() + indent));
    }

    /** One more document behind all others of the text in which a value stands. */
    public static List<TextEdit> document(ManifestValue any, ObjectNode object) {
        var source = any.source();
        var text = source.text();
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        object.properties().forEach(entry -> lines.addAll(YamlLines.entry(entry.getKey(), entry.getValue(), 0)));
        var newline = source.newline();
        return List.of(new TextEdit(text.length(), text.length(), (text.endsWith("\n") ? "" : newline) + "---" + newline
                + String.join(newline, lines) + newline));
    }

    /** A document gone, with the line that parts it from others. */
    public static List<TextEdit> drop(ManifestValue root) {
        if (root.parent() != null) {
            return ManifestEditor.remove(root);
        }
        if (root.flow() || root.node() == null) {
            return List.of();
        }
        var source = root.source();
        var text = source.text();
        int from = source.lineStart(root.begin());
        int to = next(text, source.lineEnd(root.end()));
        if (text.startsWith("---", to)) {
            return List.of(new TextEdit(from, next(text, source.lineEnd(to)), ""));
        }
        int before = from == 0 ? 0 : source.lineStart(from - 1);
        return List.of(new TextEdit(text.startsWith("---", before) ? before : from, to, ""));
    }

    private static int next(String text, int end) {
        int next = text.indexOf('\n', end);
        return next < 0 ? text.length() : next + 1;
    }

    /** All entries of a mapping but its first, one level deeper below a key. */
    public static List<TextEdit> nest(ManifestValue map, String key) {
        var entries = map.entries();
        if (entries.size() < 2) {
            return List.of();
        }
        var source = map.source();
        int from = entries.get(1).key().begin();
        if (map.flow()) {
            int end = entries.getLast().value().end();
            return List.of(new TextEdit(from, from, key + ": {"), new TextEdit(end, end, "}"));
        }
        int start = source.lineStart(from);
        var edits = new ArrayList<TextEdit>();
        edits.add(new TextEdit(start, start, source.text().substring(start, from) + key + ":" + source.newline()));
        edits.addAll(indented(source, start, entries.getLast().value().end(), 2));
        return edits;
    }

    /** What stands below a key in its place, one level higher. */
    public static List<TextEdit> flatten(ManifestValue map) {
        var source = map.source();
        int key = map.beginWithKey();
        if (!map.isMap() || map.entries().isEmpty() || !map.hasKey() || map.aliased()) {
            return List.of();
        }
        if (map.flow()) {
            return List.of(new TextEdit(key, map.begin() + 1, ""), new TextEdit(map.end() - 1, map.end(), ""));
        }
        int start = source.lineStart(key);
        int inner = source.lineStart(map.begin());
        if (!source.text().substring(start, key).isBlank() || inner <= start) {
            return List.of();
        }
        var edits = new ArrayList<TextEdit>();
        edits.add(new TextEdit(start, next(source.text(), source.lineEnd(key)), ""));
        edits.addAll(indented(source, inner, map.end(), (key - start) - (map.begin() - inner)));
        return edits;
    }

    /** Lines further in, or further out. */
    static List<TextEdit> indented(SourceText source, int from, int end, int by) {
        var edits = new ArrayList<TextEdit>();
        for (int at = from; at < end; at = next(source.text(), source.lineEnd(at))) {
            if (source.lineEnd(at) > at) {
                edits.add(by > 0 ? new TextEdit(at, at, " ".repeat(by)) : new TextEdit(at, at - by, ""));
            }
        }
        return edits;
    }

    /** An entry taken from where it stands and put behind all others of a mapping. */
    public static List<TextEdit> move(ManifestValue entry, ManifestValue map) {
        if (!map.isMap() || map.flow() || map.entries().isEmpty() || map.at(entry.key().text()).written()) {
            return List.of();
        }
        var gone = ManifestEditor.remove(entry);
        if (gone.isEmpty()) {
            return List.of();
        }
        var put = ManifestEditor.insert(map, entry.key().text(), ValueTrees.of(entry));
        return put.isEmpty() ? List.of() : join(gone, put);
    }

    /** An entry put into a mapping that is made where there is none, under a key of another. */
    public static List<TextEdit> move(ManifestValue entry, ManifestValue map, ManifestValue holder, String key) {
        if (map.written()) {
            return move(entry, map);
        }
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject(key).set(entry.key().text(), ValueTrees.of(entry));
        return join(ManifestEditor.remove(entry), merge(holder, tree));
    }

    /** Each occurrence of a pattern within a scalar, as it is written, by another text. */
    public static List<TextEdit> replaceAll(ManifestValue scalar, Pattern pattern, String text) {
        if (!scalar.isText() || !scalar.present() || scalar.aliased()) {
            return List.of();
        }
        var written = scalar.source().text().substring(scalar.begin(), scalar.end());
        return pattern.matcher(written).results().map(result -> new TextEdit(scalar.begin() + result.start(1),
                scalar.begin() + result.end(1), text)).toList();
    }

    /** Two groups of edits as one; none where either is missing. */
    @SafeVarargs
    public static List<TextEdit> join(List<TextEdit>... parts) {
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
