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
import tessera.lint.source.SourceText.Position;

/** A value in a manifest that knows where it stands. One that is not there can be asked all the same. */
public final class ManifestValue {

    private static final int DEEPEST_MERGE = 5;
    private static final List<String> FILLED = List.of("${", "{{", "$(");

    private final SourceText source;
    private final @Nullable Node node;
    private final @Nullable Node key;
    private final @Nullable ManifestValue parent;
    /** Where the alias stands that is written in its place; negative where it is written itself. */
    private final int alias;

    /**
     * A value and what it is called.
     *
     * @param key itself a value
     */
    public record MappingEntry(String name, ManifestValue key, ManifestValue value) {}

    ManifestValue(SourceText source, @Nullable Node node, @Nullable Node key, @Nullable ManifestValue parent) {
        this(source, node, key, parent, key == null || node == null || start(node) >= start(key) ? -1
                : source.alias(source.offset(key.getEndMark())));
    }

    private ManifestValue(SourceText source, @Nullable Node node, @Nullable Node key, @Nullable ManifestValue parent,
            int alias) {
        this.source = source;
        this.node = node;
        this.key = key;
        this.parent = parent;
        this.alias = alias;
    }

    private static int start(Node node) {
        return node.getStartMark().getIndex();
    }

    /** The value under some keys, one inside the other; numbers count entries of lists. */
    public ManifestValue at(String... keys) {
        var value = this;
        for (var each : keys) {
            value = value.under(each);
        }
        return value;
    }

    private ManifestValue under(String name) {
        if (node instanceof SequenceNode && name.matches("\\d{1,6}")) {
            var items = items();
            int index = Integer.parseInt(name);
            return index < items.size() ? items.get(index) : new ManifestValue(source, null, null, this);
        }
        return node instanceof MappingNode map ? under(map, name, DEEPEST_MERGE)
                : new ManifestValue(source, null, null, this);
    }

    private ManifestValue under(MappingNode map, String name, int depth) {
        ManifestValue merged = null;
        ManifestValue found = null;
        for (var tuple : map.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode scalar) {
                if (scalar.getValue().equals(name)) {
                    found = new ManifestValue(source, tuple.getValueNode(), scalar, this);
                } else if (scalar.getValue().equals(MergeKey.NAME) && depth > 0) {
                    merged = MergeKey.maps(tuple.getValueNode()).map(inherited -> under(inherited, name, depth - 1))
                            .filter(ManifestValue::written).findFirst().orElse(null);
                }
            }
        }
        return found != null ? found : merged != null ? merged : new ManifestValue(source, null, null, this);
    }

    /** Whether it is there; one that is null is not. */
    public boolean present() {
        return node != null && !node.getTag().equals(Tag.NULL);
    }

    /** Whether it is written, be it as nothing. */
    public boolean written() {
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

    /** What a reader takes it for. */
    Tag tag() {
        return node == null ? Tag.NULL : node.getTag();
    }

    /** What a reader takes a scalar for. */
    public enum ScalarForm {
        TEXT,
        WHOLE,
        NUMBER,
        TRUTH
    }

    /** What a reader takes it for, if it is a scalar that says something. */
    public ScalarForm form() {
        // Older readers take 12:30 for a number, those of the cluster do not.
        if (tag().equals(Tag.INT) && !text().contains(":")) {
            return ScalarForm.WHOLE;
        }
        return tag().equals(Tag.FLOAT) && !text().contains(":") ? ScalarForm.NUMBER
                : tag().equals(Tag.BOOL) ? ScalarForm.TRUTH : ScalarForm.TEXT;
    }

    /** Whether it is a scalar in quotes, which is text whatever it says. */
    public boolean quoted() {
        return node instanceof ScalarNode scalar && scalar.getScalarStyle() != ScalarStyle.PLAIN;
    }

    /** A scalar as written; empty for anything else. */
    public String text() {
        return present() && node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** Whether something is still to be put in its place, by whatever fills in templates. */
    public boolean unfilled() {
        return FILLED.stream().anyMatch(text()::contains);
    }

    public boolean isTrue() {
        return text().equals("true");
    }

    /** The entries of a list; none for anything else. */
    public List<ManifestValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            return List.of();
        }
        var items = new ArrayList<ManifestValue>();
        int written = source.offset(sequence.getStartMark());
        for (var item : sequence.getValue()) {
            boolean here = source.offset(item.getStartMark()) >= written;
            var value = new ManifestValue(source, item, null, this, here ? -1 : source.alias(written));
            items.add(value);
            written = Math.max(written, value.end());
        }
        return List.copyOf(items);
    }

    /** The entries of a mapping; none for anything else. */
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

    /** The scalars of a list, or the one that stands in its place. */
    public List<String> texts() {
        return isText() ? List.of(text()) : items().stream().map(ManifestValue::text).toList();
    }

    /** Keys of a mapping that are written more than once, each time but the first. */
    public List<ManifestValue> twice() {
        var seen = new HashSet<String>();
        return entries().stream().filter(entry -> !seen.add(entry.name())).map(MappingEntry::key).toList();
    }

    /** Its key, where it has one; else itself. */
    public ManifestValue key() {
        return key == null ? this : new ManifestValue(source, key, null, parent);
    }

    /** Where it stands: at its key if it is no scalar; where it would have to stand, if it is not there. */
    public Position position() {
        if (node == null) {
            return parent == null ? new Position(1, 1) : parent.position();
        }
        return source.place(source.offset((node instanceof ScalarNode || key == null ? node : key).getStartMark()));
    }

    /** Whether it stands in a text that is itself a value of another: its place is known, and edits of it are none. */
    public boolean embedded() {
        return source.embedded();
    }

    SourceText source() {
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

    /** Whether it is written in braces or brackets. */
    public boolean flow() {
        return node instanceof CollectionNode<?> collection && collection.getFlowStyle() == FlowStyle.FLOW;
    }

    /** Whether an alias stands in its place: what it is stands elsewhere, and others may be the same. */
    boolean aliased() {
        return alias >= 0;
    }

    /** Whether aliases elsewhere stand for it, or for something in it. */
    boolean anchored() {
        return node != null && !aliased() && ((node.getAnchor() != null
                && source.text().contains("*" + node.getAnchor())) || items().stream().anyMatch(ManifestValue::anchored)
                || entries().stream().anyMatch(entry -> entry.value().anchored()));
    }

    /** Where its first character is, behind an anchor; negative where it is not there. */
    public int begin() {
        return node == null ? -1 : source.behindProperties(source.offset(node.getStartMark()));
    }

    /** Where its key begins, or what is written in its place. */
    int beginWithKey() {
        return key != null ? source.offset(key.getStartMark())
                : aliased() ? alias : node == null ? -1 : source.offset(node.getStartMark());
    }

    /** Where what is written in its place is over; a parser counts comments behind a block to it. */
    int end() {
        if (node == null) {
            return -1;
        }
        ManifestValue last = this;
        while (!last.flow() && !last.aliased()) {
            var inner = last.isList() ? last.items() : last.entries().stream().map(MappingEntry::value).toList();
            if (inner.isEmpty()) {
                break;
            }
            last = inner.getLast();
        }
        if (last.aliased()) {
            return source.wordEnd(last.alias);
        }
        int end = source.offset(Objects.requireNonNull(last.node).getEndMark());
        int floor = Math.max(last.beginWithKey(), 0);
        while (end > floor && Character.isWhitespace(source.text().charAt(end - 1))) {
            end--;
        }
        return end;
    }

    /** On which line of the whole the first line of a literal block is; 0 for anything else. */
    public int blockLine() {
        return node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.LITERAL
                ? scalar.getStartMark().getLine() + 2
                : 0;
    }

    /** A line of the whole text. */
    public String lineOf(int number) {
        int start = source.line(number);
        return source.text().substring(start, source.lineEnd(start));
    }

    /** Where a line of the whole text begins. */
    public int offsetOfLine(int number) {
        return source.line(number);
    }
}
