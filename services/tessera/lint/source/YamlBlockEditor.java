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
 * Edits whole blocks of YAML: merges a tree into what is there, adds documents, changes nesting. No edits mean
 * that it cannot be done without people.
 */
public final class YamlBlockEditor {

    private static final Pattern KEY_ALONE = Pattern.compile("\\s*:[ \\t]*(#[^\\r\\n]*)?");

    private YamlBlockEditor() {}

    /** Merges a tree into a mapping, replacing existing values and adding the others. */
    public static List<TextEdit> mergeTree(ManifestValue map, ObjectNode tree) {
        var fresh = JsonNodeFactory.instance.objectNode();
        var edits = new ArrayList<TextEdit>();
        for (var entry : tree.properties()) {
            var value = map.at(entry.getKey());
            if (!value.isWritten()) {
                fresh.set(entry.getKey(), entry.getValue());
                continue;
            }
            var part = mergeValue(value, entry.getValue());
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        if (!fresh.isEmpty()) {
            var part = addEntries(map, fresh);
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return List.copyOf(edits);
    }

    private static List<TextEdit> mergeValue(ManifestValue value, JsonNode content) {
        if (!value.isPresent()) {
            return fillEmptyValue(value, content);
        }
        if (value.isMap() && content instanceof ObjectNode inner) {
            return mergeTree(value, inner);
        }
        if (value.isList() && content.isArray() && content.size() == 1) {
            return ManifestSourceEditor.appendItem(value, content.get(0));
        }
        if (value.isText() && content.isValueNode()) {
            return ManifestSourceEditor.replace(value, content.asText());
        }
        return List.of();
    }

    private static List<TextEdit> addEntries(ManifestValue map, ObjectNode fresh) {
        if (map.isMap() && map.isFlowStyle()) {
            int inside = map.beginOffset() + 1;
            var text = fresh.properties().stream()
                    .map(entry -> IndentedYamlSnippetRenderer.quotedText(entry.getKey()) + ": " + entry.getValue())
                    .collect(Collectors.joining(", "));
            return List.of(new TextEdit(inside, inside, text + (map.entries().isEmpty() ? "" : ", ")));
        }
        var edits = new ArrayList<TextEdit>();
        for (var entry : fresh.properties()) {
            var part = ManifestSourceEditor.insertEntry(map, entry.getKey(), entry.getValue());
            if (part.isEmpty()) {
                return List.of();
            }
            edits.addAll(part);
        }
        return edits;
    }

    /** Inserts content below a key that has no value yet. */
    private static List<TextEdit> fillEmptyValue(ManifestValue nothing, JsonNode content) {
        var source = nothing.source();
        var key = nothing.key();
        int begin = nothing.beginWithKey();
        int end = source.lineEnd(begin);
        int name = begin + source.text().substring(begin, end).indexOf(key.text()) + key.text().length();
        if (name <= begin || !KEY_ALONE.matcher(source.text().substring(name, end)).matches()) {
            return List.of();
        }
        var lines = IndentedYamlSnippetRenderer.entryLines(key.text(), content, source.positionOf(begin).column() - 1);
        if (lines.size() == 1) {
            int colon = source.text().indexOf(':', name) + 1;
            return List.of(new TextEdit(colon, colon, lines.getFirst().substring(lines.getFirst().indexOf(':') + 1)));
        }
        return List.of(new TextEdit(end, end,
                source.lineSeparator() + String.join(source.lineSeparator(), lines.subList(1, lines.size()))));
    }

    /** Turns a mapping into the only item of a list. */
    public static List<TextEdit> wrapInList(ManifestValue map) {
        if (map.isFlowStyle()) {
            if (isAliasFree(map)) {
                return List.of(new TextEdit(map.beginOffset(), map.beginOffset(), "["),
                        new TextEdit(map.endOffset(), map.endOffset(), "]"));
            }
            return List.of();
        }
        if (map.entries().isEmpty()) {
            return List.of();
        }
        return replaceIndentWithDash(map.entries().getFirst());
    }

    /** Turns an entry of a block into a list item with its name and value. */
    public static List<TextEdit> toNameValueItem(ManifestValue.MappingEntry entry) {
        var source = entry.key().source();
        int begin = entry.key().beginOffset();
        int behind = begin + entry.name().length();
        var dash = replaceIndentWithDash(entry);
        if (dash.isEmpty() || !source.text().startsWith(entry.name() + ": ", begin)
                || source.lineStart(entry.value().beginOffset()) != source.lineStart(begin)) {
            return List.of();
        }
        return List.of(dash.getFirst(), new TextEdit(begin, begin, "name: "), new TextEdit(behind, behind,
                source.lineSeparator() + " ".repeat(begin - source.lineStart(begin)) + "value"));
    }

    /** Puts a dash in place of the two blanks before a block's key, as far left as the parent key allows. */
    private static List<TextEdit> replaceIndentWithDash(ManifestValue.MappingEntry entry) {
        var source = entry.key().source();
        int begin = entry.key().beginOffset();
        var above = entry.value().parent();
        int start = source.lineStart(begin);
        boolean room = above != null && isAliasFree(above) && above.hasKey()
                && source.text().substring(start, begin).isBlank()
                && begin - start >= source.positionOf(above.beginWithKey()).column() + 1;
        if (room) {
            return List.of(new TextEdit(begin - 2, begin, "- "));
        }
        return List.of();
    }

    /** Replaces a value on one line by other text. */
    public static List<TextEdit> replaceInline(ManifestValue value, String text) {
        var source = value.source();
        int end = value.endOffset();
        if (isAliasFree(value) && source.lineStart(value.beginOffset()) == source.lineStart(end)) {
            return List.of(new TextEdit(value.beginOffset(), end, text));
        }
        return List.of();
    }

    /** Returns whether no alias is involved in a value. */
    private static boolean isAliasFree(ManifestValue value) {
        return !value.isAlias() && !value.isAnchored();
    }

    /** Returns the text in double quotes. */
    public static String quotedText(String text) {
        return IndentedYamlSnippetRenderer.quotedText(text);
    }

    /** Inserts an entry before all others of a mapping. */
    public static List<TextEdit> prependEntry(ManifestValue map, String key, String value) {
        if (!map.isMap() || map.isFlowStyle() || map.entries().isEmpty()) {
            return List.of();
        }
        var source = map.source();
        int begin = map.entries().getFirst().key().beginOffset();
        var indent = " ".repeat(source.positionOf(begin).column() - 1);
        return List.of(new TextEdit(begin, begin, key + ": " + value + source.lineSeparator() + indent));
    }

    /** Appends a document behind all others of the text that contains a value. */
    public static List<TextEdit> appendDocument(ManifestValue any, ObjectNode object) {
        var source = any.source();
        var text = source.text();
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        object.properties().forEach(
                entry -> lines.addAll(IndentedYamlSnippetRenderer.entryLines(entry.getKey(), entry.getValue(), 0)));
        var newline = source.lineSeparator();
        return List.of(new TextEdit(text.length(), text.length(),
                (text.endsWith("\n") ? "" : newline) + "---" + newline + String.join(newline, lines) + newline));
    }

    /** Removes a document, with the line that separates it from others. */
    public static List<TextEdit> removeDocument(ManifestValue root) {
        if (root.parent() != null) {
            return ManifestSourceEditor.remove(root);
        }
        if (root.isFlowStyle() || root.node() == null) {
            return List.of();
        }
        var source = root.source();
        var text = source.text();
        int from = source.lineStart(root.beginOffset());
        int to = nextLineStart(text, source.lineEnd(root.endOffset()));
        if (text.startsWith("---", to)) {
            return List.of(new TextEdit(from, nextLineStart(text, source.lineEnd(to)), ""));
        }
        int before = from == 0 ? 0 : source.lineStart(from - 1);
        return List.of(new TextEdit(text.startsWith("---", before) ? before : from, to, ""));
    }

    private static int nextLineStart(String text, int end) {
        int next = text.indexOf('\n', end);
        return next < 0 ? text.length() : next + 1;
    }

    /** Moves all entries of a mapping but the first one level deeper, below a key. */
    public static List<TextEdit> nestEntries(ManifestValue map, String key) {
        var entries = map.entries();
        if (entries.size() < 2) {
            return List.of();
        }
        var source = map.source();
        int from = entries.get(1).key().beginOffset();
        if (map.isFlowStyle()) {
            int end = entries.getLast().value().endOffset();
            return List.of(new TextEdit(from, from, key + ": {"), new TextEdit(end, end, "}"));
        }
        int start = source.lineStart(from);
        var edits = new ArrayList<TextEdit>();
        edits.add(
                new TextEdit(start, start, source.text().substring(start, from) + key + ":" + source.lineSeparator()));
        edits.addAll(indentLines(source, start, entries.getLast().value().endOffset(), 2));
        return edits;
    }

    /** Replaces an entry by the entries below its key, one level higher. */
    public static List<TextEdit> flattenEntry(ManifestValue map) {
        var source = map.source();
        int key = map.beginWithKey();
        if (!map.isMap() || map.entries().isEmpty() || !map.hasKey() || map.isAlias()) {
            return List.of();
        }
        if (map.isFlowStyle()) {
            return List.of(new TextEdit(key, map.beginOffset() + 1, ""),
                    new TextEdit(map.endOffset() - 1, map.endOffset(), ""));
        }
        int start = source.lineStart(key);
        int inner = source.lineStart(map.beginOffset());
        if (!source.text().substring(start, key).isBlank() || inner <= start) {
            return List.of();
        }
        var edits = new ArrayList<TextEdit>();
        edits.add(new TextEdit(start, nextLineStart(source.text(), source.lineEnd(key)), ""));
        edits.addAll(indentLines(source, inner, map.endOffset(), (key - start) - (map.beginOffset() - inner)));
        return edits;
    }

    /** Indents or outdents a range of lines. */
    static List<TextEdit> indentLines(LineIndexedText source, int from, int end, int by) {
        var edits = new ArrayList<TextEdit>();
        for (int at = from; at < end; at = nextLineStart(source.text(), source.lineEnd(at))) {
            if (source.lineEnd(at) > at) {
                edits.add(by > 0 ? new TextEdit(at, at, " ".repeat(by)) : new TextEdit(at, at - by, ""));
            }
        }
        return edits;
    }

    /** Moves an entry behind all others of a mapping. */
    public static List<TextEdit> moveEntry(ManifestValue entry, ManifestValue map) {
        if (!map.isMap() || map.isFlowStyle() || map.entries().isEmpty() || map.at(entry.key().text()).isWritten()) {
            return List.of();
        }
        var gone = ManifestSourceEditor.remove(entry);
        if (gone.isEmpty()) {
            return List.of();
        }
        var put = ManifestSourceEditor.insertEntry(map, entry.key().text(), ManifestJsonConverter.toTree(entry));
        if (put.isEmpty()) {
            return List.of();
        }
        return ManifestSourceEditor.joinEdits(gone, put);
    }

    /** Moves an entry into a mapping under a key of another, which is created where there is none. */
    public static List<TextEdit> moveEntry(ManifestValue entry, ManifestValue map, ManifestValue holder, String key) {
        if (map.isWritten()) {
            return moveEntry(entry, map);
        }
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject(key).set(entry.key().text(), ManifestJsonConverter.toTree(entry));
        return ManifestSourceEditor.joinEdits(ManifestSourceEditor.remove(entry), mergeTree(holder, tree));
    }

    /** Replaces each match of a pattern within a scalar, as it is written, by another text. */
    public static List<TextEdit> replaceMatches(ManifestValue scalar, Pattern pattern, String text) {
        if (!scalar.isText() || !scalar.isPresent() || scalar.isAlias()) {
            return List.of();
        }
        var written = scalar.source().text().substring(scalar.beginOffset(), scalar.endOffset());
        return pattern.matcher(written).results().map(result -> new TextEdit(scalar.beginOffset() + result.start(1),
                scalar.beginOffset() + result.end(1), text)).toList();
    }
}
