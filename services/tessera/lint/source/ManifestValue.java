package tessera.lint.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import tessera.lint.source.LineIndexedText.TextPosition;

/** A value in a manifest together with its position. One that is not there can be asked all the same. */
public final class ManifestValue {

    private static final int DEEPEST_MERGE = 5;
    private static final List<String> FILLED = List.of("${", "{{", "$(");

    private final LineIndexedText source;
    private final @Nullable Node node;
    private final @Nullable Node key;
    private final @Nullable ManifestValue parent;
    /** Where the alias stands that is written in its place; negative where it is written itself. */
    private final int alias;

    /**
     * A named value of a mapping.
     *
     * @param key itself a value
     */
    public record MappingEntry(String name, ManifestValue key, ManifestValue value) {}

    ManifestValue(LineIndexedText source, @Nullable Node node, @Nullable Node key, @Nullable ManifestValue parent) {
        this(source, node, key, parent, key == null || node == null || startOffset(node) >= startOffset(key) ? -1
                : source.nextAlias(source.offsetOf(key.getEndMark())));
    }

    private ManifestValue(LineIndexedText source, @Nullable Node node, @Nullable Node key,
            @Nullable ManifestValue parent, int alias) {
        this.source = source;
        this.node = node;
        this.key = key;
        this.parent = parent;
        this.alias = alias;
    }

    private static int startOffset(Node node) {
        return node.getStartMark().getIndex();
    }

    /** Returns the value under some keys, one inside the other; numbers are indexes of list items. */
    public ManifestValue at(String... keys) {
        var value = this;
        for (var each : keys) {
            value = value.childOf(each);
        }
        return value;
    }

    private ManifestValue childOf(String name) {
        if (node instanceof SequenceNode && name.matches("\\d{1,6}")) {
            var items = items();
            int index = Integer.parseInt(name);
            if (index < items.size()) {
                return items.get(index);
            }
            return new ManifestValue(source, null, null, this);
        }
        if (node instanceof MappingNode map) {
            return childOf(map, name, DEEPEST_MERGE);
        }
        return new ManifestValue(source, null, null, this);
    }

    private ManifestValue childOf(MappingNode map, String name, int depth) {
        ManifestValue merged = null;
        ManifestValue value = null;
        for (var tuple : map.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode scalar) {
                if (scalar.getValue().equals(name)) {
                    value = new ManifestValue(source, tuple.getValueNode(), scalar, this);
                } else if (scalar.getValue().equals(YamlMergeKeyResolver.NAME) && depth > 0) {
                    merged = YamlMergeKeyResolver.mergedMaps(tuple.getValueNode())
                            .map(inherited -> childOf(inherited, name, depth - 1)).filter(ManifestValue::isWritten)
                            .findFirst().orElse(null);
                }
            }
        }
        if (value != null) {
            return value;
        }
        if (merged != null) {
            return merged;
        }
        return new ManifestValue(source, null, null, this);
    }

    /** Returns whether the value exists and is not null. */
    public boolean isPresent() {
        return node != null && !node.getTag().equals(Tag.NULL);
    }

    /** Returns whether the value is written, even if empty. */
    public boolean isWritten() {
        return node != null;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    public boolean isText() {
        return node instanceof ScalarNode;
    }

    /** The type that a reader resolves a scalar to. */
    public enum YamlScalarType {
        TEXT,
        WHOLE,
        NUMBER,
        TRUTH
    }

    /** Returns the type that a reader takes it for, if it is a scalar that is not empty. */
    public YamlScalarType scalarForm() {
        var tag = node == null ? Tag.NULL : node.getTag();
        if (tag.equals(Tag.INT)) {
            return YamlScalarType.WHOLE;
        }
        if (tag.equals(Tag.FLOAT)) {
            return YamlScalarType.NUMBER;
        }
        if (tag.equals(Tag.BOOL)) {
            return YamlScalarType.TRUTH;
        }
        return YamlScalarType.TEXT;
    }

    /** Returns whether it is a quoted scalar, which is text whatever it contains. */
    public boolean isQuoted() {
        return node instanceof ScalarNode scalar && scalar.getScalarStyle() != ScalarStyle.PLAIN;
    }

    /** Returns a scalar as written; empty for anything else. */
    public String text() {
        return isPresent() && node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** Returns whether it contains a placeholder that a template engine has yet to fill in. */
    public boolean isTemplated() {
        return FILLED.stream().anyMatch(text()::contains);
    }

    public boolean isTrue() {
        return text().equals("true");
    }

    /** Returns the items of a list; empty for anything else. */
    public List<ManifestValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            return List.of();
        }
        var items = new ArrayList<ManifestValue>();
        int written = source.offsetOf(sequence.getStartMark());
        for (var item : sequence.getValue()) {
            boolean here = source.offsetOf(item.getStartMark()) >= written;
            var value = new ManifestValue(source, item, null, this, here ? -1 : source.nextAlias(written));
            items.add(value);
            written = Math.max(written, value.endOffset());
        }
        return List.copyOf(items);
    }

    /** Returns the entries of a mapping; empty for anything else. */
    public List<MappingEntry> entries() {
        if (!(node instanceof MappingNode map)) {
            return List.of();
        }
        var entries = new ArrayList<MappingEntry>();
        for (var tuple : map.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode scalar) {
                entries.add(new MappingEntry(scalar.getValue(), new ManifestValue(source, scalar, null, this),
                        new ManifestValue(source, tuple.getValueNode(), scalar, this)));
            }
        }
        return entries;
    }

    /** Returns the scalars of a list, or the single one that stands in its place. */
    public List<String> texts() {
        if (isText()) {
            return List.of(text());
        }
        return items().stream().map(ManifestValue::text).toList();
    }

    /** Returns the duplicate keys of a mapping, each occurrence but the first. */
    public List<ManifestValue> duplicateKeys() {
        var seen = new HashSet<String>();
        return entries().stream().filter(entry -> !seen.add(entry.name())).map(MappingEntry::key).toList();
    }

    /** Returns its key, where it has one; else itself. */
    public ManifestValue key() {
        return key == null ? this : new ManifestValue(source, key, null, parent);
    }

    /** Returns its position: of its key if it is no scalar; of its expected place, if it is absent. */
    public TextPosition position() {
        if (node == null) {
            if (parent == null) {
                return new TextPosition(1, 1);
            }
            return parent.position();
        }
        return source.displayPosition(
                source.offsetOf((node instanceof ScalarNode || key == null ? node : key).getStartMark()));
    }

    /** Returns whether it is in a text that is itself a value of another: its position is known, it cannot be edited. */
    public boolean isEmbedded() {
        return source.isEmbedded();
    }

    LineIndexedText source() {
        return source;
    }

    @Nullable
    Node node() {
        return node;
    }

    @Nullable
    ManifestValue parent() {
        return parent;
    }

    boolean hasKey() {
        return key != null;
    }

    /** Returns whether it is written in braces or brackets. */
    public boolean isFlowStyle() {
        return node instanceof CollectionNode<?> collection && collection.getFlowStyle() == FlowStyle.FLOW;
    }

    /** Returns whether it is written as an alias: its content stands elsewhere and may be shared. */
    boolean isAlias() {
        return alias >= 0;
    }

    /** Returns whether aliases elsewhere refer to it, or to something in it. */
    boolean isAnchored() {
        return node != null && !isAlias()
                && ((node.getAnchor() != null && source.text().contains("*" + node.getAnchor()))
                        || items().stream().anyMatch(ManifestValue::isAnchored)
                        || entries().stream().anyMatch(entry -> entry.value().isAnchored()));
    }

    /** Returns the offset of its first character, behind an anchor; negative where it is absent. */
    public int beginOffset() {
        return node == null ? -1 : source.skipProperties(source.offsetOf(node.getStartMark()));
    }

    /** Returns the offset of its key, or of what is written in its place. */
    int beginWithKey() {
        if (key != null) {
            return source.offsetOf(key.getStartMark());
        }
        if (isAlias()) {
            return alias;
        }
        if (node == null) {
            return -1;
        }
        return source.offsetOf(node.getStartMark());
    }

    /** Returns the offset of its end; a parser counts comments behind a block to it. */
    int endOffset() {
        if (node == null) {
            return -1;
        }
        ManifestValue last = this;
        while (!last.isFlowStyle() && !last.isAlias()) {
            var inner = last.isList() ? last.items() : last.entries().stream().map(MappingEntry::value).toList();
            if (inner.isEmpty()) {
                break;
            }
            last = inner.getLast();
        }
        if (last.isAlias()) {
            return source.wordEnd(last.alias);
        }
        int end = source.offsetOf(Objects.requireNonNull(last.node).getEndMark());
        int floor = Math.max(last.beginWithKey(), 0);
        while (end > floor && Character.isWhitespace(source.text().charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** Returns the line of the whole text on which a literal block begins; 0 for anything else. */
    public int blockStartLine() {
        if (node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.LITERAL) {
            return scalar.getStartMark().getLine() + 2;
        }
        return 0;
    }

    /** Returns a line of the whole text. */
    public String lineOf(int number) {
        int start = source.lineOffset(number);
        return source.text().substring(start, source.lineEnd(start));
    }

    /** Returns the offset at which a line of the whole text begins. */
    public int offsetOfLine(int number) {
        return source.lineOffset(number);
    }
}
