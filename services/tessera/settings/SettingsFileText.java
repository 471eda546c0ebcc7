package tessera.settings;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a settings file: JSON that may have comments and trailing commas. An edit changes the value it is
 * about and nothing else: order, spaces, comments and names that mean nothing stay as they were written. Never changes.
 */
final class SettingsFileText {

    static final ObjectMapper JSON = JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

    private static final String STEP = "  ";

    private final String text;
    private final ObjectNode tree;
    private final JsonValuePosition root;

    private SettingsFileText(String text, ObjectNode tree, JsonValuePosition root) {
        this.text = text;
        this.tree = tree;
        this.root = root;
    }

    /**
     * Parses a text.
     *
     * @throws IOException where it is none that can be understood
     */
    static SettingsFileText parse(String text) throws IOException {
        if (JSON.readTree(text) instanceof ObjectNode tree) {
            return new SettingsFileText(text, tree, JsonValuePositionFinder.readSpan(text));
        }
        throw new IOException("there are no settings in it");
    }

    static SettingsFileText empty() {
        return parseEdited("{\n}\n");
    }

    ObjectNode tree() {
        return tree;
    }

    @Override
    public String toString() {
        return text;
    }

    /** Returns the line of a value, from 1, or of its innermost existing parent. */
    long lineOf(List<String> path) {
        var at = root;
        int start = 0;
        for (var name : path) {
            var member = at.members().get(name);
            if (member == null) {
                break;
            }
            start = member.start();
            at = member.value();
        }
        return text.substring(0, start).lines().count() + (start > 0 && text.charAt(start - 1) == '\n' ? 1 : 0);
    }

    /** Returns the text after an edit. */
    SettingsFileText withEdit(SettingsFileEdit edit) {
        return edit.value() == null ? withoutValue(edit.path())
                : withValue(edit.path(), JSON.valueToTree(edit.value()));
    }

    private SettingsFileText withValue(List<String> path, JsonNode value) {
        var at = root;
        for (int depth = 0; depth < path.size(); depth++) {
            var member = at.members().get(path.get(depth));
            var left = path.subList(depth + 1, path.size());
            if (member == null) {
                return parseEdited(
                        new JsonTextMemberInserter(text, at).insertMember(path.get(depth),
                                formatNested(left, value, indentOf(depth + 1))));
            }
            if (left.isEmpty() || !member.value().isObject()) {
                return parseEdited(
                        text.substring(0, member.value().start()) + formatNested(left, value, indentOf(depth + 1))
                                + text.substring(member.value().end()));
            }
            at = member.value();
        }
        return this;
    }

    private static SettingsFileText parseEdited(String changed) {
        try {
            return parse(changed);
        } catch (IOException defect) {
            throw new IllegalStateException("An edit made of settings what cannot be read", defect);
        }
    }

    private static String indentOf(int depth) {
        return STEP.repeat(depth);
    }

    /** Returns a value within new nested objects as JSON. */
    private static String formatNested(List<String> names, JsonNode value, String indent) {
        if (names.isEmpty()) {
            return formatValue(value, indent);
        }
        return "{\n%s%s: %s\n%s}".formatted(indent + STEP, quotedName(names.getFirst()),
                formatNested(names.subList(1, names.size()), value, indent + STEP), indent);
    }

    private static String formatValue(JsonNode value, String indent) {
        if (value.isArray()) {
            var items = value.valueStream().map(JsonNode::toString).toList();
            return "[" + String.join(", ", items) + "]";
        }
        if (value.isObject() && !value.isEmpty()) {
            var members = value.propertyStream().map(member -> indent + STEP + quotedName(member.getKey()) + ": "
                    + formatValue(member.getValue(), indent + STEP)).toList();
            return "{\n" + String.join(",\n", members) + "\n" + indent + "}";
        }
        return value.toString();
    }

    static String quotedName(String name) {
        return JsonNodeFactory.instance.textNode(name).toString();
    }

    private SettingsFileText withoutValue(List<String> path) {
        var position = spanOf(path.subList(0, path.size() - 1));
        var name = path.getLast();
        if (position == null || !position.members().containsKey(name)) {
            return this;
        }
        // An object that is left empty says nothing, unless somebody wrote a comment into it.
        if (position.members().size() == 1 && path.size() > 1
                && new JsonTextMemberRemover(text, position).isOnlyContent()) {
            return withoutValue(path.subList(0, path.size() - 1));
        }
        return parseEdited(new JsonTextMemberRemover(text, position).removeMember(name));
    }

    private @Nullable JsonValuePosition spanOf(List<String> path) {
        var at = root;
        for (var name : path) {
            var member = at.members().get(name);
            if (member == null) {
                return null;
            }
            at = member.value();
        }
        return at;
    }
}
